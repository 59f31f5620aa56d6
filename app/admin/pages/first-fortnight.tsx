import type { ReactNode } from "react";
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

/** Guides the administrator of a new community through its first two weeks. Finished steps are folded. */
export function FirstFortnight({ steps }: { steps: FortnightStep[] }) {
  const open = steps.filter(({ count, goal }) => count < goal);
  const finished = steps.filter(({ count, goal }) => count >= goal);
  return (
    <section className={stack[3]} aria-labelledby="first-fortnight">
      <h2 id="first-fortnight" className={size.large}>
        The first fortnight
      </h2>
      <FormAlert />
      <div>
        <ol className={styles.steps}>
          {open.map((step) => (
            <li key={step.title} className={styles.step}>
              <StepHead step={step}>
                <span className={quiet}>{`${step.count} of ${step.goal}`}</span>
              </StepHead>
              <p className={quiet}>{step.text}</p>
            </li>
          ))}
        </ol>
        {finished.length > 0 && (
          <details className={styles.folded}>
            <summary>{`${finished.length} of ${steps.length} done`}</summary>
            <ol className={styles.steps}>
              {finished.map((step) => (
                <li key={step.title} className={styles.stepDone}>
                  <StepHead step={step}>
                    <span className={styles.done}>
                      <Icon name="check" size={16} /> Done
                    </span>
                  </StepHead>
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      <Form method="post" action="/admin?index" className={`${row[3]} ${quiet}`}>
        <Link to="/admin/texts" className={touchable}>
          Texts to copy
        </Link>
        <Link to="/admin/poster" className={touchable}>
          A poster
        </Link>
        <Button name="intent" value="hide-steps" variant="link" size="sm" className={styles.hideSteps}>
          Hide these steps
        </Button>
      </Form>
    </section>
  );
}

const StepHead = ({ step: { to, title }, children }: { step: FortnightStep; children: ReactNode }) => (
  <p className={styles.stepHead}>
    <span>
      <Link to={to} className={touchable}>
        {title}
      </Link>
    </span>
    {children}
  </p>
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
      text: "Emails are only written to the folder outbox. Set SMTP_URL and MAIL_FROM to send them.",
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
