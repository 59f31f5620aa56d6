import { Link, redirect } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { size, stack } from "#app/ui/styles/layout.css.ts";
import { connectionTexts, describeChange, undoOf } from "../connection-texts.ts";
import { changeConnection, undoConnectionChange } from "../connections.server.ts";
import type { Route } from "./+types/person.ts";
import { ContributionsSection } from "./contribution-rows.tsx";
import * as styles from "./person.css.ts";
import { PersonHead, PersonMore } from "./person-head.tsx";
import { loadPerson } from "./read-person.server.ts";
import { SkyFigure } from "./sky.tsx";

export const handle = { title: "Profile", failed: "Failed to load this profile", offline: "own" };

/** A member's page. Shows your own as other members see it, or as your connections do with `?as=connection`. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  if (args.params.id === "me") throw redirect(`/people/${viewer.id}`);
  const seenAs = args.url.searchParams.get("as") === "connection" ? "connection" : "member";
  return loadPerson(viewer, toId(args.params.id), seenAs);
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

type Change = Parameters<typeof describeChange>[0];

export function action(args: Route.ActionArgs) {
  const page = `/people/${args.params.id}`;
  const change = (intent: Change) => async (_: PostedForm, viewer: Viewer) => {
    const { state, name } = await changeConnection(viewer, toId(args.params.id), intent, intent === "accept");
    const text = describeChange(intent, state, name);
    const undo = undoOf(intent, state, page, args.params.id);
    return redirectWithFlash(args.context, page, { text, at: "connection", ...undo });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["userId"], texts: connectionTexts },
    {
      ask: change("ask"),
      accept: change("accept"),
      decline: change("decline"),
      withdraw: change("withdraw"),
      async undo(_, viewer) {
        await undoConnectionChange(viewer, toId(args.params.id));
        return redirectWithFlash(args.context, page, { text: undoTexts.done, at: "connection" });
      },
    },
  );
}

export const clientAction = preserveForm(connectionTexts);

export default function Person({ loaderData: person }: Route.ComponentProps) {
  const { id, name, firstName, given, seenAs } = person;
  return (
    <>
      <Title>{name || "No Name"}</Title>
      {seenAs && <OwnBar id={id} seenAs={seenAs} />}
      <FormAlert />
      <article className={styles.page}>
        <PersonHead person={person} />
        <SkyFigure person={person} />
        <PersonMore person={person} />
        {given.length > 0 && (
          <section className={stack[4]}>
            <h2 className={size.title}>
              What <bdi>{firstName}</bdi> gave
            </h2>
            {given.map((section) => (
              <ContributionsSection key={section.kind} personId={id} {...section} />
            ))}
          </section>
        )}
      </article>
    </>
  );
}

/** The same switch as on your profile. */
const OwnBar = ({ id, seenAs }: { id: number; seenAs: "member" | "connection" }) => (
  <div className={styles.ownBar}>
    <nav className={styles.views} aria-label="Who sees what">
      <span>As seen by</span>
      <Link to="/profile">You</Link>
      {(["member", "connection"] as const).map((as) => (
        <Link
          key={as}
          to={as === "member" ? `/people/${id}` : `/people/${id}?as=connection`}
          aria-current={as === seenAs ? "true" : undefined}
        >
          A {as}
        </Link>
      ))}
    </nav>
  </div>
);
