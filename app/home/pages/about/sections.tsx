import type { ReactNode } from "react";
import { useIsOn } from "#app/ui/page.tsx";
import * as styles from "./about.css.ts";

export const aboutTitles = {
  "who-sees-what": "What we ask, and who sees it",
  "how-long": "How long it stays",
  rules: "Being good to each other",
  "own-rules": "The rules",
  operators: "Who runs this",
};

export const WhoSeesWhat = () => (
  <Section id="who-sees-what">
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
        An anonymous message or question shows an alias. The store knows who wrote it, so that your answer can
        reach them; no page shows it.
      </li>
    </ul>
  </Section>
);

export const HowLong = () => (
  <Section id="how-long">
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

export const Rules = () => (
  <Section id="rules">
    <ul>
      {useIsOn()("/anonymous-post") && (
        <li>
          In Anonymous Chat all members read along, and a guest number stands in for your name. Nobody can
          look up who wrote a line. Insults, threats and other people's secrets are not welcome, there or
          anywhere else.
        </li>
      )}
      <li>
        Report what breaks the rules. Administrators see what was reported, never who reported it. They can
        remove it and mute its author, and you read the result under Your reports.
      </li>
      <li>Block anybody who bothers you. They are not told.</li>
    </ul>
  </Section>
);

export const Section = ({
  id,
  title = aboutTitles[id],
  children,
}: {
  id: keyof typeof aboutTitles;
  title?: string;
  children: ReactNode;
}) => (
  <section id={id} className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);
