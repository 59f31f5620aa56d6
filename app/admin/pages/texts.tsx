import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Back } from "#app/ui/back.tsx";
import { textarea } from "#app/ui/forms/field.css.ts";
import { Title } from "#app/ui/page.tsx";
import { CopyButton, WhatsAppLink } from "#app/ui/share.tsx";
import { quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/texts.ts";
import * as styles from "./admin.css.ts";

/** Texts that a volunteer sends to people who are not members yet. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const { siteName, collegeName } = settings;
  const ofCollege = collegeName && ` of ${collegeName}`;
  return [
    {
      id: "group",
      title: "For a class's group",
      isShort: true,
      text: `We have a place of our own now: ${siteName}, for students and alumni${ofCollege}. Notes by year and course, questions that seniors answer, jobs from people who work there, and what happens this week. It is free, and nobody sees your number unless you want that.\n\n${siteOrigin}`,
    },
    {
      id: "notes",
      title: "For people with notes",
      isShort: true,
      text: `Do you still have your notes, lab reports or old question papers? Put them on ${siteName}, so that the next batch finds them. It takes a minute per file:\n\n${siteOrigin}/resources/upload`,
    },
    {
      id: "alumni",
      title: "A mail to alumni",
      isShort: false,
      text: `Subject: Ten minutes a month for the students${ofCollege || " of our college"}\n\nDear alumni,\n\nOur students have the questions that you once had: which course, which internship, how an interview goes. ${siteName} is where they ask them.\n\nSign up with your batch year, and choose in your profile what you can be asked about. You decide how people reach you, and can pause at any time. If your company hires, post the job there.\n\n${siteOrigin}/register\n\nThank you!`,
    },
  ];
}

export default function Texts({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div>
        <Back to="/admin">Overview</Back>
        <Title heading>Texts to copy</Title>
      </div>
      <p className={quiet}>Change them as you like before you send them.</p>
      {loaderData.map(({ id, title, text, isShort }) => (
        <section key={id} className={stack[3]}>
          <h2 className={size.large}>
            <label htmlFor={id}>{title}</label>
          </h2>
          <textarea
            id={id}
            className={`${textarea} ${styles.wholeText}`}
            defaultValue={text}
            rows={isShort ? 6 : 14}
            readOnly
          />
          <div className={row[3]}>
            <CopyButton text={text} />
            {isShort && <WhatsAppLink text={text} />}
          </div>
        </section>
      ))}
    </>
  );
}
