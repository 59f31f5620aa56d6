import { eq } from "drizzle-orm";
import { useContext, useEffect } from "react";
import { useOutlet } from "react-router";
import { db, users, write } from "#db/index.ts";
import { getViewer } from "../../auth/guards.server.ts";
import { takeEasyPasswordNotice } from "../../auth/password-policy.server.ts";
import { skipUnderDialog } from "../../client/dialogs.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { arePublic } from "../../questions/access.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { Alert } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { SiteContext, Title } from "../../ui/page.tsx";
import type { Route } from "./+types/home.ts";
import { features } from "./content.ts";
import * as styles from "./home.css.ts";
import { loadLanding } from "./landing.server.ts";
import { Features, Feedback, Hero, Partners, Peers, Voices } from "./landing-parts.tsx";
import { MemberHome } from "./member-home.tsx";
import { loadMemberHome } from "./queries.server.ts";

/** A first visitor on a slow phone gets HTML, styles and one small file of script: `public/guest.js`. */
export const handle = { scripts: "members", cache: { params: [], varyBy: "guests" }, dialogs: true };
export const shouldRevalidate = skipUnderDialog;

const script = "/guest.js";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const requestContext = getRequestContext(context);
  const { retryAfter } = requestContext;
  const member = viewer && { content: await queryOrNull(context, () => loadMemberHome(viewer.id)) };
  // Without its news it still is the home page.
  requestContext.retryAfter = retryAfter;
  return {
    member,
    areQuestionsPublic: arePublic,
    landing: await queryOrNull(context, loadLanding),
    notice: viewer && takeEasyPasswordNotice(requestContext, request) ? authTexts.passwordEasy : null,
  };
}

const texts = {
  failed: "We couldn't put the first steps away. Please try again.",
  loggedOut: "You have been logged out.",
};

/** Puts a new member's first steps away. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", limit: null, fields: [], texts }, async (_, viewer) => {
    const isOwn = eq(users.id, viewer.id);
    await write(() => db.update(users).set({ stepsDismissedAt: Date.now() }).where(isOwn));
    return redirectWithFlash(args.context, "/", { text: "The first steps are put away." });
  });

export const clientAction = preserveForm(texts);

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { member, landing, notice } = loaderData;
  const isMember = member !== null;
  const ownFeatures = landing ? landing.features : [];
  const site = useContext(SiteContext);
  const dialog = useOutlet();
  useEffect(() => {
    void import(/* @vite-ignore */ script).then(({ watchCards }) => watchCards());
  }, []);
  return (
    <>
      {dialog ?? (
        <Title description="From Newcomers to Navigators, connecting students to succeed together. Questions, jobs, notes and events of one college.">
          {isMember ? "Home" : `Students and alumni of ${site.college ?? "one college"}`}
        </Title>
      )}
      {notice && (
        <div className={styles.notice}>
          <Alert kind="notice" texts={[notice]} />
        </div>
      )}
      {actionData?.failure && (
        <div className={styles.notice}>
          <FormAlert failure={actionData.failure} />
        </div>
      )}
      {member && <MemberHome content={member.content} />}
      <Hero college={site.college} isMember={isMember} />
      {landing?.partners && <Partners {...landing.partners} />}
      {ownFeatures && (
        <Features
          features={features.map((feature, index) => ({
            ...feature,
            ...ownFeatures.find(({ place }) => place === String(index + 1)),
          }))}
          siteName={site.name}
          isMember={isMember}
          areQuestionsPublic={loaderData.areQuestionsPublic}
        />
      )}
      {landing?.placed && <Peers {...landing.placed} />}
      {landing?.testimonials && <Voices {...landing.testimonials} />}
      <Feedback />
    </>
  );
}
