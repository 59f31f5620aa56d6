import { data, Form, Link } from "react-router";
import { db, landing } from "#db/index.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { isLandingSection, landingRules, landingTexts } from "../../schemas/landing-rules.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/landing.ts";
import * as styles from "./admin.css.ts";
import { writeLanding } from "./landing-write.server.ts";

const sections = Object.keys(landingRules).filter(isLandingSection);

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const rows = await queryOrNull(args.context, () => db.select().from(landing));
  return (
    rows &&
    sections.map((section) => {
      const row = rows.find((each) => each.section === section);
      return { section, isHidden: row?.isHidden ?? false, count: row?.entries.length ?? 0 };
    })
  );
}

export const clientLoader = withFallback(() => null);

const texts = { failed: landingTexts.saveFailed };

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  return submitForm(args, { fields: ["intent", "section"], texts }, async (form) => {
    const [intent, section] = [form.text("intent"), form.text("section")];
    if (!isLandingSection(section) || (intent !== "hide" && intent !== "show")) {
      throw data("This page does not have that button.", 400);
    }
    const isHidden = intent === "hide";
    await writeLanding(
      admin.id,
      section,
      { isHidden },
      isHidden ? "hid on the home page" : "showed on the home page",
    );
    return redirectAndTell(args.context, "/admin/landing", {
      text: `“${landingRules[section].title}” is ${isHidden ? "hidden" : "on the home page"}.`,
      at: section,
      undo: { action: "/admin/landing", fields: { section, intent: isHidden ? "show" : "hide" } },
    });
  });
}

export const clientAction = keepForm(texts);

/** The sections of the landing page that a college replaces or hides. */
export default function AdminLanding({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Title>Home page</Title>
      <h1>Home page</h1>
      <p className={styles.quiet}>
        Visitors see these sections on the <Link to="/">home page</Link>. Samples say that they are samples
        until you replace them. Name only people who have agreed.
      </p>
      <FormAlert failure={actionData?.failure} />
      {!loaderData && <LoadFailure text={landingTexts.loadFailed} />}
      {loaderData && (
        <ul className={styles.list}>
          {loaderData.map(({ section, isHidden, count }) => (
            <li key={section} id={section} className={styles.mute}>
              <div>
                <h2 className={styles.itemTitle}>{landingRules[section].title}</h2>
                <p className={styles.quiet}>{describe(section, isHidden, count)}</p>
                <ToldLine at={section} />
              </div>
              <Form method="post" className={styles.more}>
                <input type="hidden" name="section" value={section} />
                <ButtonLink
                  to={`/admin/landing/${section}`}
                  size="sm"
                  variant="outline"
                  aria-label={`Edit: ${landingRules[section].title}`}
                >
                  Edit
                </ButtonLink>
                <Button
                  size="sm"
                  variant="outline"
                  name="intent"
                  value={isHidden ? "show" : "hide"}
                  aria-label={`${isHidden ? "Show" : "Hide"}: ${landingRules[section].title}`}
                >
                  {isHidden ? "Show" : "Hide"}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function describe(section: keyof typeof landingRules, isHidden: boolean, count: number): string {
  if (isHidden) return "Hidden";
  const { unedited, maxEntries } = landingRules[section];
  return count === 0 ? `Shows ${unedited}` : `Shows yours: ${count} of ${maxEntries}`;
}
