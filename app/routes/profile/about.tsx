import type { ReactNode } from "react";
import { Link } from "react-router";
import { RequestsLine } from "../../people/requests-line.tsx";
import { quiet, row, stack } from "../../styles/layout.css.ts";
import * as styles from "./profile.css.ts";
import type { loadOwnProfile, SeenAs, ShownProfile } from "./queries.server.ts";

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

/** The tab About, the only one: everything that the profile says, to its owner or to others. */
export function About({
  profile: { skills, facts, hidden, completeness, requests },
  seenAs,
}: {
  profile: ShownProfile & { completeness: Completeness; requests: number; hidden: string[] };
  seenAs: SeenAs;
}) {
  const isOwner = seenAs === "owner";
  return (
    <>
      <div>
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
      {!isOwner && <p role="status">{explanations[seenAs]}</p>}
      <RequestsLine count={requests} />
      {completeness && <Progress {...completeness} />}
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
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={stack[3]}>
    <h2>{title}</h2>
    {children}
  </section>
);

function Progress({ done, total, next }: NonNullable<Completeness>) {
  if (!next) return null;
  return (
    <section className={styles.progress} aria-label="Your profile so far">
      <p>
        Your profile has <b>{done}</b> of {total} things that help others find you.
      </p>
      <progress className={styles.bar} value={done} max={total} aria-label="How complete your profile is" />
      <p>
        {next.reason}{" "}
        {next.field === "avatarFile" ? (
          // Browsers unfold what a link leads into.
          <a href="#picture-avatar">{next.label}</a>
        ) : (
          <Link to={`/profile?edit#profile-${next.field}`}>{next.label}</Link>
        )}
      </p>
    </section>
  );
}
