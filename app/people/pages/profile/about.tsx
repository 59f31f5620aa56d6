import type { ReactNode } from "react";
import { Link } from "react-router";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./profile.css.ts";
import type { loadOwnProfile, SeenAs, ShownProfile } from "./read-profile.server.ts";

type Completeness = Awaited<ReturnType<typeof loadOwnProfile>>["completeness"] | null;

const views = [
  ["owner", "/profile", "You"],
  ["member", "/profile?as=member", "A member"],
  ["connection", "/profile?as=connection", "A connection"],
] as const;

const explanations: Record<SeenAs, string> = {
  owner: "",
  member: "This is what every logged-in member sees. Administrators see everything.",
  connection: "This is what the people you are connected with see. Administrators see everything.",
};

/** The content of a profile, for its owner or for others. */
export function About({
  profile,
  seenAs,
}: {
  profile: ShownProfile & { completeness: Completeness; hidden: string[] };
  seenAs: SeenAs;
}) {
  const isOwner = seenAs === "owner";
  const { skills, facts, hidden, completeness } = profile;
  return (
    <>
      <div className={styles.bar}>
        <nav className={styles.tabs} aria-label="Profile" data-client-nav>
          <a href="/profile" aria-current="page">
            About
          </a>
        </nav>
        <nav className={styles.views} aria-label="Who sees what" data-client-nav>
          <span className={quiet}>As seen by</span>
          {views.map(([as, href, text]) => (
            <a key={as} href={href} aria-current={as === seenAs ? "true" : undefined}>
              {text}
            </a>
          ))}
        </nav>
      </div>
      {!isOwner && (
        <p className={quiet} role="status">
          {explanations[seenAs]}
        </p>
      )}
      {completeness && <Progress {...completeness} />}
      <Asking profile={profile} isOwner={isOwner} />
      <Section title="Skills">
        {skills.length > 0 ? (
          <ul className={row[2]}>
            {skills.map((skill) => (
              <li key={skill} className={styles.chip}>
                {skill}
              </li>
            ))}
          </ul>
        ) : (
          <p className={quiet}>No skills listed yet.</p>
        )}
      </Section>
      <Section title="Details">
        <dl className={styles.facts}>
          {facts.map(([label, text, seenBy]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{text ?? <span className={quiet}>Not added yet</span>}</dd>
              {seenBy && <dd className={styles.seenBy}>{seenBy}</dd>}
            </div>
          ))}
        </dl>
        {hidden.length > 0 && <p className={quiet}>Hidden: {hidden.join(", ")}</p>}
      </Section>
      <Way profile={profile} />
    </>
  );
}

/** The owner's introduction, and what people can ask them about. */
function Asking({
  profile: { about, topics, ways, notNowUntil, mentoring },
  isOwner,
}: {
  profile: ShownProfile;
  isOwner: boolean;
}) {
  const isOn = useIsOn();
  const hasNone = topics.length === 0 && ways.length === 0 && !notNowUntil && !mentoring;
  return (
    <>
      {about && (
        <p className={styles.sentence} dir="auto">
          {about}
        </p>
      )}
      {(isOwner || !hasNone) && (
        <Section title="Ask me about">
          {topics.length > 0 && (
            <ul className={row[2]}>
              {topics.map((topic) => (
                <li key={topic}>
                  {isOn("/questions") ? (
                    <Link className={styles.chip} to={`/questions?tag=${encodeURIComponent(topic)}`}>
                      {topic}
                    </Link>
                  ) : (
                    <span className={styles.chip}>{topic}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {notNowUntil && <p>Not now: ask again from {notNowUntil} on.</p>}
          {ways.length > 0 && <p className={quiet}>{ways.join(" · ")}</p>}
          {mentoring && isOn("/mentoring") && (
            <p>
              Open to mentoring, {mentoring.places === 1 ? "one person" : `${mentoring.places} people`} at a
              time{mentoring.free === 0 && <span>; no places are free right now</span>}
              <span>.</span>
              {mentoring.note && (
                <span className={quiet} dir="auto">
                  {" "}
                  {mentoring.note}
                </span>
              )}
            </p>
          )}
          {hasNone && (
            <p className={quiet}>
              Nobody knows yet what to ask you about.{" "}
              <Link to="/profile?edit#profile-topics">Choose topics</Link>
            </p>
          )}
        </Section>
      )}
    </>
  );
}

const Way = ({ profile: { positions, links } }: { profile: ShownProfile }) => (
  <>
    {positions.length > 0 && (
      <Section title="From college to today">
        <ol className={styles.facts}>
          {positions.map(({ title, company, time }) => (
            <li key={`${time} ${title} ${company}`} className={styles.step}>
              <span>
                <b dir="auto">{title}</b>, <bdi>{company}</bdi>
              </span>
              <span className={quiet}>{time}</span>
            </li>
          ))}
        </ol>
      </Section>
    )}
    {links.length > 0 && (
      <Section title="Links">
        <ul className={row[3]}>
          {links.map(({ url, site }) => (
            <li key={url}>
              <a href={url} rel="noreferrer nofollow" className={styles.linkOut}>
                {site}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    )}
  </>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={stack[3]}>
    <h2 className={size.body}>{title}</h2>
    {children}
  </section>
);

function Progress({ done, total, request, missing, next }: NonNullable<Completeness>) {
  if (!next) return null;
  return (
    <section className={styles.progress} aria-label="Your profile so far">
      <p>
        {request}: {missing}.
      </p>
      <progress
        className={styles.progressBar}
        value={done}
        max={total}
        aria-label="How complete your profile is"
      />
      <p>
        {next.reason}{" "}
        {next.field === "avatarFile" ? (
          // Browsers open the `details` that a link leads into.
          <a href="#picture-avatar">{next.label}</a>
        ) : (
          <Link to={`/profile?edit#profile-${next.field}`}>{next.label}</Link>
        )}
      </p>
    </section>
  );
}
