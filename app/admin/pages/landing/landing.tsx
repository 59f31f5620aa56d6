import { Form, Link } from "react-router";
import {
  isLandingSection,
  type LandingSection,
  landingRules,
  landingTexts,
} from "#app/home/landing-rules.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { db, landing } from "#db/index.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/landing.ts";
import { writeLanding } from "./landing-write.server.ts";

export const handle = { title: "Home page", failed: landingTexts.loadFailed };

const sections = Object.keys(landingRules).filter(isLandingSection);

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const rows = await db.select().from(landing);
  return sections.map((section) => {
    const stored = rows.find((each) => each.section === section);
    return { section, isHidden: stored?.isHidden ?? false, count: stored?.entries.length ?? 0 };
  });
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: landingTexts.saveFailed };

export function action(args: Route.ActionArgs) {
  const change = (isHidden: boolean) => async (form: PostedForm, admin: Viewer) => {
    const section = form.text("section");
    if (!isLandingSection(section)) throw new HttpError(400);
    const did = isHidden ? "hid on the home page" : "showed on the home page";
    await writeLanding(admin.id, section, { isHidden }, did);
    return redirectWithFlash(args.context, "/admin/landing", {
      text: `“${landingRules[section].title}” is ${isHidden ? "hidden" : "on the home page"}.`,
      at: section,
      undo: { action: "/admin/landing", fields: { section, intent: isHidden ? "show" : "hide" } },
    });
  };
  const options = { auth: "admin", fields: ["section"], texts } as const;
  return submitForm(args, options, { hide: change(true), show: change(false) });
}

export const clientAction = preserveForm(texts);

/** The landing page sections that a college can replace or hide. */
export default function AdminLanding({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title heading>Home page</Title>
      <p className={quiet}>
        Visitors see these sections on the <Link to="/">home page</Link>. Samples are labelled as samples
        until you replace them. Name only people who have agreed.
      </p>
      <FormAlert />
      <ul>
        {loaderData.map(({ section, isHidden, count }) => (
          <li key={section} id={section} className={styles.itemWithActs}>
            <div>
              <h2 className={styles.itemTitle}>
                <Link to={`/admin/landing/${section}`} className={touchable}>
                  {landingRules[section].title}
                </Link>
              </h2>
              <p className={styles.reportFacts}>
                {describe(section, isHidden, count).map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </p>
              <FlashLine at={section} />
            </div>
            <Form method="post">
              <input type="hidden" name="section" value={section} />
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
    </>
  );
}

function describe(section: LandingSection, isHidden: boolean, count: number): string[] {
  const { unedited, maxEntries, ...rule } = landingRules[section];
  const shown = count === 0 ? `Shows ${unedited}` : `Shows yours: ${count} of ${maxEntries}`;
  return [
    isHidden ? "Hidden" : shown,
    ...("heading" in rule ? [`Its heading there: “${rule.heading}”`] : []),
  ];
}
