import { eq } from "drizzle-orm";
import { lazy, useContext } from "react";
import { Link, redirect, useLocation, useOutlet } from "react-router";
import { takeEasyPasswordNotice } from "#app/account/password-policy.server.ts";
import { authTexts } from "#app/account/texts.ts";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import {
  actOn,
  type Done,
  declineCard,
  findCard,
  hideCard,
  openCard,
  restoreCard,
  undoCard,
} from "#app/today/actions.server.ts";
import { type DoneCard, redirectWithDone, takeDone } from "#app/today/done-card.server.ts";
import { presentCard, presentToday } from "#app/today/present.server.ts";
import { todayTexts } from "#app/today/rules.ts";
import * as styles from "#app/today/today.css.ts";
import { loadToday } from "#app/today/today.server.ts";
import { Today } from "#app/today/today.tsx";
import { skipUnderDialog } from "#app/ui/client/dialogs.ts";
import { FlashLine } from "#app/ui/flash.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { SiteContext, Title, useIsOn } from "#app/ui/page.tsx";
import { db, users, write } from "#db/index.ts";
import type { Route } from "./+types/home.ts";
import { landingStyles, loadLanding } from "./landing.server.ts";

/** Guests get HTML, styles and one small script, `app/device/scripts/guest.ts`, so that the page is fast on a slow phone. */
export const handle = { scripts: "members", cache: { params: [], varyBy: "guests" }, hasDialogs: true };
export const shouldRevalidate = skipUnderDialog;

/** The page is shown even without its cards: data that cannot be loaded is null. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const requestContext = getRequestContext(context);
  const logFailure = (err: unknown) => {
    log.error({ requestId: requestContext.id, err }, "query failed");
    return null;
  };
  const member = viewer && {
    today: await loadToday(viewer)
      .then((loaded) => presentToday(loaded))
      .catch(logFailure),
    done: await takeDone(requestContext, request),
  };
  const guest = viewer ? null : { landing: await queryOrNull(context, loadLanding) };
  return {
    member,
    guest,
    styles: viewer ? [] : landingStyles(),
    notice: viewer && takeEasyPasswordNotice(requestContext, request) ? authTexts.passwordEasy : null,
  };
}

const texts = { failed: todayTexts.failed, loggedOut: "You have been logged out." };

/** A card's action, Decline, Later, Dismiss and their Undo, and dismissing a new member's first steps. */
export const action = (args: Route.ActionArgs) => {
  const { context } = args;
  const finish =
    (perform: (viewer: Viewer, id: string) => Promise<Done>, undo: DoneCard["undo"] = "undo") =>
    async (form: PostedForm, viewer: Viewer) => {
      const id = form.text("card");
      const card = await findCard(viewer, id);
      const { canUndo, ...done } = await perform(viewer, id);
      return redirectWithDone(context, {
        ...done,
        id,
        position: Number(form.text("position")) || 0,
        card: card && presentCard(card),
        undo: canUndo ? undo : null,
      });
    };
  // No message: the restored card is confirmation enough, and a line above it would move the content below.
  const takeBack =
    (restore: (viewer: Viewer, id: string) => Promise<void>) => async (form: PostedForm, viewer: Viewer) => {
      await restore(viewer, form.text("card"));
      return redirect("/", 303);
    };
  return submitForm(
    args,
    { auth: "member", fields: ["card", "position"], texts },
    {
      act: finish((viewer, id) => actOn(viewer, id)),
      decline: finish(declineCard),
      hide: finish(hideCard, "bring-back"),
      undo: takeBack(undoCard),
      "bring-back": takeBack(restoreCard),
      open: async (form, viewer) => openCard(context, viewer, form.text("card")),
      download: async (form, viewer) => openCard(context, viewer, form.text("card")),
      async "put-away"(_, { id }) {
        await write(() => db.update(users).set({ stepsDismissedAt: Date.now() }).where(eq(users.id, id)));
        return redirectWithFlash(context, "/", { text: todayTexts.stepsHidden });
      },
    },
  );
};

export const clientAction = preserveForm(texts);

const landingDescription =
  "From Newcomers to Navigators, connecting students to succeed together. Questions, jobs, notes and events of one college.";

/**
 * Never loaded by browsers: guests have no React on this page, and members open the landing page at its own address.
 */
const Landing = import.meta.env.SSR ? lazy(() => import("./landing.tsx")) : null;

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const site = useContext(SiteContext);
  const isUnfolded = useLocation().pathname === "/welcome";
  const child = useOutlet();
  const { member, guest, notice } = loaderData;
  return (
    <>
      {(!child || isUnfolded) && (
        <Title description={guest ? landingDescription : undefined}>
          {member ? "Home" : `Students and alumni of ${site.college ?? "one college"}`}
        </Title>
      )}
      {!isUnfolded && child}
      {(notice || actionData?.failure) && (
        <div className={styles.notice}>
          {notice && (
            <Alert kind="notice" texts={[notice]}>
              <Link to="/account/password">Change it</Link>
            </Alert>
          )}
          <FormAlert />
        </div>
      )}
      {member && (
        <>
          <Today content={member.today} done={member.done} />
          <Fold isUnfolded={isUnfolded} siteName={site.name} />
          {isUnfolded && child}
        </>
      )}
      {guest && Landing && <Landing landing={guest.landing} isMember={false} />}
    </>
  );
}

/** Links to what is on, the link that expands the landing page, and the link to give feedback. */
const Fold = ({ isUnfolded, siteName }: { isUnfolded: boolean; siteName: string }) => (
  <div className={styles.foot} id="feedback">
    <Link to="/this-week">This week</Link>
    {useIsOn()("/boards") && <Link to="/boards">Boards</Link>}
    <Link to={isUnfolded ? "/" : "/welcome"} aria-expanded={isUnfolded} preventScrollReset>
      About {siteName}
    </Link>
    <Link to="/feedback" preventScrollReset data-dialog>
      Submit Feedback
    </Link>
    <FlashLine at="feedback" />
  </div>
);
