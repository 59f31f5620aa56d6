import { eq } from "drizzle-orm";
import { type ReactNode, useContext, useEffect } from "react";
import { Link, useOutlet } from "react-router";
import { db, users, write } from "#db/index.ts";
import { takeEasyPasswordNotice } from "../../auth/password-policy.server.ts";
import { getViewer } from "../../auth/session.server.ts";
import { keepUnderDialog } from "../../client/dialogs.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { requireSender, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { arePublic } from "../../questions/access.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SiteContext, Title } from "../../ui/page.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/home.ts";
import { type Feature, features } from "./content.ts";
import { QuadrantDrawing } from "./drawings.tsx";
import * as styles from "./home.css.ts";
import { type Landing, loadLanding } from "./landing.server.ts";
import { MemberHome } from "./member-home.tsx";
import { loadMemberHome } from "./queries.server.ts";

/** A first visitor on a slow phone gets HTML, styles and one small file of script: `public/guest.js`. */
export const handle = { cache: { params: [], varyBy: "guests" }, dialogs: true };
export const shouldRevalidate = keepUnderDialog;

const script = "/guest.js";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const requestContext = getRequestContext(context);
  const member = viewer && { content: await queryOrNull(context, () => loadMemberHome(viewer.id)) };
  // Without its news it still is the home page.
  requestContext.retryAfter = undefined;
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
  submitForm(args, { fields: [], texts }, async () => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    const isOwn = eq(users.id, viewer.id);
    await write(() => db.update(users).set({ stepsDismissedAt: Date.now() }).where(isOwn));
    return redirectAndTell(args.context, "/", { text: "The first steps are put away." });
  });

export const clientAction = keepForm(texts);

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { member, landing, notice } = loaderData;
  const isMember = member !== null;
  const ownFeatures = landing ? landing.features : [];
  const site = useContext(SiteContext);
  const dialog = useOutlet();
  useEffect(() => {
    import(/* @vite-ignore */ script).then(({ watchCards }) => watchCards());
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

function Hero({ college, isMember }: { college: string | null; isMember: boolean }) {
  const Tagline = isMember ? "h2" : "h1";
  return (
    <section className={styles.hero}>
      <div className={styles.welcome}>
        <p className={styles.eyebrow}>Students and alumni of {college ?? "one college"}</p>
        <Tagline className={styles.tagline}>
          From Newcomers to Navigators, connecting students to succeed together.
        </Tagline>
        <p className={styles.promise}>Ask a senior who's been there. Find notes, jobs and events.</p>
        {isMember ? (
          <p className={styles.actions}>
            <ButtonLink to="/jobs" size="lg">
              See jobs
            </ButtonLink>
            <ButtonLink to="/resources" size="lg" variant="outline">
              Browse notes
            </ButtonLink>
          </p>
        ) : (
          <>
            <p className={styles.actions}>
              <ButtonLink to="/register" size="lg">
                Get Started
              </ButtonLink>
              <ButtonLink to="/login" size="lg" variant="outline">
                Log In
              </ButtonLink>
            </p>
            <p className={styles.guestLinks}>
              Just looking? Start with <Link to="/jobs">jobs</Link> or <Link to="/resources">notes</Link>.
            </p>
          </>
        )}
      </div>
      <div className={isMember ? styles.memberDrawing : undefined}>
        <QuadrantDrawing />
      </div>
    </section>
  );
}

function Features({
  features,
  siteName,
  isMember,
  areQuestionsPublic,
}: {
  features: readonly Feature[];
  siteName: string;
  isMember: boolean;
  areQuestionsPublic: boolean;
}) {
  return (
    <Section title={`Find your way with ${siteName}`}>
      <ul className={styles.features}>
        {features.map(({ icon, title, text, to, isPublic }) => (
          <li key={icon} className={styles.feature} data-card>
            <Icon name={`feature-${icon}`} size={28} />
            <div>
              <h3>
                {isMember || isPublic || (to === "/questions" && areQuestionsPublic) ? (
                  <Link to={to}>{title}</Link>
                ) : (
                  title
                )}
              </h3>
              <p className={styles.soft}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Peers({ isSample, entries }: NonNullable<Landing["placed"]>) {
  return (
    <Section title="Connect With Experienced Peers" sample={isSample && "made-up people and companies"}>
      <ul className={styles.peers}>
        {entries.map(({ name, role, company }) => (
          <li key={name} className={styles.peer} data-card>
            <Avatar name={name} avatarUrl={null} size="xl" />
            <div>
              <h3>{name}</h3>
              <p className={styles.soft}>{role}</p>
              <p className={styles.joined}>Joined {company}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Voices({ isSample, entries }: NonNullable<Landing["testimonials"]>) {
  return (
    <Section title="Loved by Students" sample={isSample && "made-up people and words"}>
      <ul className={styles.voices}>
        {entries.map(({ quote, name, role }) => (
          <li key={name} className={styles.voice} data-card>
            <figure className={styles.figure}>
              <blockquote className={styles.quote}>{quote}</blockquote>
              <figcaption className={styles.speaker}>
                <Avatar name={name} avatarUrl={null} />
                <span>
                  <b>{name}</b>
                  <span className={styles.role}>{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Feedback() {
  return (
    <section className={styles.call} aria-labelledby="feedback-title">
      <div className={styles.callInner}>
        <div id="feedback">
          <h2 id="feedback-title">What would make it better?</h2>
          <p className={styles.soft}>Two lines are enough. We read every one.</p>
          <ToldLine at="feedback" />
        </div>
        <Link
          to="/feedback"
          className={buttonClass({ size: "lg", variant: "outline" })}
          preventScrollReset
          data-dialog
        >
          Submit Feedback
        </Link>
      </div>
    </section>
  );
}

function Section({
  title,
  sample,
  children,
}: {
  title: string;
  sample?: string | false;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {sample && <p className={styles.sample}>{`Sample: ${sample}`}</p>}
      </div>
      {children}
    </section>
  );
}

/** The strip shows its names twice, so that it never ends. Screen readers and still pages get them once. */
function Partners({ isSample, entries }: NonNullable<Landing["partners"]>) {
  const names = (hidden: boolean) => (
    <ul className={styles.names} aria-hidden={hidden || undefined} data-copy={hidden || undefined}>
      {entries.map(({ name }) => (
        <li key={name} className={styles.name}>
          {name}
        </li>
      ))}
    </ul>
  );
  return (
    <section className={styles.partners} aria-label="Partner colleges">
      <div className={styles.partnersHead}>
        <p className={styles.sample}>Partner colleges{isSample && " (samples)"}</p>
        <label className={styles.stop}>
          <input type="checkbox" data-still className={styles.stopBox} /> Pause
        </label>
      </div>
      <div className={styles.strip}>
        {names(false)}
        {names(true)}
      </div>
    </section>
  );
}
