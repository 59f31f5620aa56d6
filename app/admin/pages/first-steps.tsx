import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./admin.css.ts";

interface Done {
  hasLanding: boolean;
  hasPeople: boolean;
  hasPosts: boolean;
}
interface Missing {
  mail: boolean;
  address: boolean;
  backup: boolean;
}

/** Guides the administrator of a new community through the first steps, and lists what the server lacks. */
export function FirstSteps({ done, missing }: { done: Done; missing: Missing }) {
  const steps = [
    {
      to: "/admin/landing",
      title: "Put your college on the home page",
      text: "Replace or hide the sample colleges and people that visitors see.",
      isDone: done.hasLanding,
    },
    {
      to: "/post-job",
      title: "Post something worth finding",
      text: "A job, an event or some notes, so that the first members don't find empty pages.",
      isDone: done.hasPosts,
    },
    {
      to: "/admin/members/import",
      title: "Invite people from a list",
      text: "Everybody in it gets an account and an email.",
      isDone: done.hasPeople,
    },
  ];
  const lacks = [
    missing.address && {
      title: "Address",
      text: "Links in emails lead to localhost. Set APP_URL to the address that people open.",
    },
    missing.mail && {
      title: "Mail",
      text: "Emails are only written to the folder outbox/. Set SMTP_URL and MAIL_FROM to send them.",
    },
    missing.backup && {
      title: "Backup",
      text: "There are no automatic backups. Set BACKUP_EVERY, for example to 1d.",
    },
  ].filter((lack) => lack !== false);
  return (
    <>
      {steps.some(({ isDone }) => !isDone) && (
        <section className={stack[3]} aria-labelledby="first-steps">
          <h2 id="first-steps" className={size.large}>
            First steps
          </h2>
          <ol className={styles.steps}>
            {steps.map(({ to, title, text, isDone }) => (
              <li key={to} className={isDone ? styles.stepDone : styles.step}>
                <p>
                  <Link to={to} className={touchable}>
                    {title}
                  </Link>{" "}
                  {isDone && (
                    <span className={styles.done}>
                      <Icon name="check" size={16} /> Done
                    </span>
                  )}
                </p>
                {!isDone && <p className={quiet}>{text}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {lacks.length > 0 && (
        <section className={stack[3]} aria-labelledby="not-set-up">
          <h2 id="not-set-up" className={size.large}>
            Not set up
          </h2>
          <dl className={styles.steps}>
            {lacks.map(({ title, text }) => (
              <div key={title} className={styles.step}>
                <dt>{title}</dt>
                <dd className={quiet}>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
