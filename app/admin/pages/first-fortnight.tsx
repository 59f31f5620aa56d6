import { Form, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./admin.css.ts";
import type { FortnightStep } from "./first-fortnight.server.ts";

interface Missing {
  mail: boolean;
  address: boolean;
  backup: boolean;
}

/** Guides the administrator of a new community through its first two weeks. */
export const FirstFortnight = ({ steps }: { steps: FortnightStep[] }) => (
  <section className={stack[3]} aria-labelledby="first-fortnight">
    <h2 id="first-fortnight" className={size.large}>
      The first fortnight
    </h2>
    <FormAlert />
    <ol className={styles.steps}>
      {steps.map(({ to, title, text, count, goal }) => (
        <li key={title} className={count >= goal ? styles.stepDone : styles.step}>
          <p>
            <Link to={to} className={touchable}>
              {title}
            </Link>{" "}
            {count >= goal ? (
              <span className={styles.done}>
                <Icon name="check" size={16} /> Done
              </span>
            ) : (
              <span className={styles.progress}>{`${count} of ${goal}`}</span>
            )}
          </p>
          {count < goal && <p className={quiet}>{text}</p>}
        </li>
      ))}
    </ol>
    <Form method="post" action="/admin?index" className={row[3]}>
      <Link to="/admin/texts" className={touchable}>
        Texts to copy
      </Link>
      <Link to="/admin/poster" className={touchable}>
        A poster
      </Link>
      <Button name="intent" value="hide-steps" variant="outline" size="sm">
        Hide these steps
      </Button>
    </Form>
  </section>
);

/** Lists what is not set up on the server. */
export function NotSetUp({ missing }: { missing: Missing }) {
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
  if (lacks.length === 0) return null;
  return (
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
  );
}
