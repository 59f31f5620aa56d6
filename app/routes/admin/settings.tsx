import { Form, useNavigation } from "react-router";
import { requireAdmin } from "../../auth/guards.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { type Finding, runDoctor } from "../../store/doctor.server.ts";
import { quiet, spread, stack } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/settings.ts";
import * as styles from "./admin.css.ts";
import { listSettings } from "./settings-list.server.ts";

export const handle = { title: "Settings", failed: "Failed to load the settings" };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return listSettings();
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: "The checks couldn't be run. Run them by hand: deploy/quadrant doctor." };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "admin", limit: null, fields: [], texts },
    { check: async (_, admin) => ({ done: await runDoctor(admin.email) }) },
  );

export const clientAction = preserveForm(texts);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const isRunning = useNavigation().state === "submitting";
  return (
    <>
      <Title>Settings</Title>
      <div className={spread}>
        <h1>Settings</h1>
        <Form method="post">
          <Button name="intent" value="check" variant="outline" loading={isRunning}>
            Check everything
          </Button>
        </Form>
      </div>
      <p className={quiet}>
        This checks the store, the address, the backups and the mail server, and sends you a test email. It
        takes up to a minute.
      </p>
      <FormAlert />
      {actionData?.done && <Findings findings={actionData.done} />}
      <SettingLists settings={loaderData} />
    </>
  );
}

const levels = { fail: "Repair", look: "Have a look", ok: "Fine" } as const;

function Findings({ findings }: { findings: Finding[] }) {
  const sorted = Object.keys(levels).flatMap((level) =>
    findings.filter((finding) => finding.level === level),
  );
  return (
    <section className={stack[3]} aria-labelledby="findings" role="status">
      <h2 id="findings" className={styles.partTitle}>
        What was found
      </h2>
      <ul className={styles.steps}>
        {sorted.map(({ level, text }) => (
          <li key={text} className={level === "ok" ? styles.stepDone : styles.step}>
            <p>
              <b>{levels[level]}</b>: {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Settings are changed where the server starts, never here. */
function SettingLists({ settings }: { settings: ReturnType<typeof listSettings> }) {
  return (
    <>
      <section className={stack[3]} aria-labelledby="set">
        <h2 id="set" className={styles.partTitle}>
          Set
        </h2>
        <p className={quiet}>Change a setting in the server's environment, and start it again.</p>
        <dl>
          {settings
            .filter(({ source }) => source !== null)
            .map(({ name, value, source }) => (
              <div key={name} className={styles.setting}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{value}</dd>
                <dd className={quiet}>{source}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section className={stack[3]} aria-labelledby="not-set">
        <h2 id="not-set" className={styles.partTitle}>
          Not set
        </h2>
        <ul className={styles.unset}>
          {settings
            .filter(({ source }) => source === null)
            .map(({ name, value }) => (
              <li key={name}>
                <code>{name}</code> {value && <span className={quiet}>{`${value} (default)`}</span>}
              </li>
            ))}
        </ul>
      </section>
    </>
  );
}
