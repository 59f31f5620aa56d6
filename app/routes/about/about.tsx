import { type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { getViewer } from "../../auth/guards.server.ts";
import { env } from "../../env.server.ts";
import { soft } from "../../styles/layout.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { SiteContext, Title } from "../../ui/page.tsx";
import type { Route } from "./+types/about.ts";
import * as styles from "./about.css.ts";
import { loadAboutText } from "./queries.server.ts";

export const handle = {
  scripts: "members",
  cache: { params: [], varyBy: "role" },
  keep: "renewed",
  title: "How this works",
  failed: "Failed to load this page",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  return {
    text: await loadAboutText(),
    contact: env.CONTACT ?? null,
    isAdmin: viewer?.isAdmin ?? false,
  };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export default function About({ loaderData: { text, contact, isAdmin } }: Route.ComponentProps) {
  const { name, college } = useContext(SiteContext);
  return (
    <div className={styles.body}>
      <Title description="What this community asks of you, who sees it, how long it stays, and who runs it.">
        How this works
      </Title>
      <div className={styles.section}>
        <h1>How this works</h1>
        <p className={soft}>
          {name} brings together the students and alumni of {college ?? "one college"}.
        </p>
        {text && (
          <p className={styles.own}>
            <LinkedText text={text} />
          </p>
        )}
        {isAdmin && (
          <p>
            <ButtonLink to="/about/edit" variant="outline">
              {text ? "Change this text" : "Add a text of your own"}
            </ButtonLink>
          </p>
        )}
      </div>
      <WhoSeesWhat />
      <HowLong />
      <Rules />
      <Section title="Who runs this">
        <p>
          Administrators of the community look after accounts and reports.{" "}
          {contact ? (
            <>
              You reach them at <a href={contact.includes("@") ? `mailto:${contact}` : contact}>{contact}</a>.
            </>
          ) : (
            <>
              You reach them by <Link to="/feedback">feedback</Link>.
            </>
          )}
        </p>
      </Section>
    </div>
  );
}

const WhoSeesWhat = () => (
  <Section title="What we ask, and who sees it">
    <ul>
      <li>
        Signing up asks for your name, email, phone, batch and a password. Skills and everything else in your
        profile are up to you.
      </li>
      <li>
        Members see your name, email, picture, batch, branch, skills and work. You choose who sees your phone,
        roll number, CGPA, birthday, gender and location: nobody, your connections or all members. At first
        your phone is for your connections.
      </li>
      <li>
        Everybody can read jobs, events and notes, and the name of the person who shared them. A job's contact
        person is for members.
      </li>
      <li>
        Only the two of you see a message. Administrators see one that is reported, and those around it.
      </li>
      <li>
        An anonymous message or question shows an alias. The store knows who wrote it, because your answer
        must find the way back; no page shows it.
      </li>
    </ul>
  </Section>
);

const HowLong = () => (
  <Section title="How long it stays">
    <ul>
      <li>Your profile stays until you change it or delete your account.</li>
      <li>
        Deleting your account empties it at once. Messages stay with the other person under “Deleted user”.
        You choose what happens to your jobs, events and notes.
      </li>
      <li>A log-in ends 30 days after its last use. You can end each one under Account.</li>
      <li>Under Account you can also download everything that is yours.</li>
    </ul>
  </Section>
);

const Rules = () => (
  <Section title="Being good to each other">
    <ul>
      <li>
        In Anonymous Chat all members read along, and a guest number stands in for your name. Nobody can look
        up who wrote a line. Insults, threats and other people's secrets are not welcome, there or anywhere
        else.
      </li>
      <li>
        Report what breaks the rules. Administrators see what was reported, never who reported it. They can
        remove it and mute its author, and you read the result under Your reports.
      </li>
      <li>Block anybody who bothers you. They are not told.</li>
    </ul>
  </Section>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);
