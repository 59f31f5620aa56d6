import { setTimeout } from "node:timers/promises";
import { and, asc, eq, sql } from "drizzle-orm";
import { Form, Link, useNavigation } from "react-router";
import { getAlumniYear } from "#app/people/study-status.server.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { isBackupRunning, lastDrill, startDrill } from "#app/platform/store/schedule.server.ts";
import { formatDateTime, formatShortDay } from "#app/platform/time/time.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, size, spread, stack } from "#app/ui/styles/layout.css.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, users, write } from "#db/index.ts";
import * as adminStyles from "../admin.css.ts";
import { PrintButton } from "../print-button.tsx";
import type { Route } from "./+types/handover.ts";
import * as styles from "./handover.css.ts";
import { handoverFields, handoverSchema } from "./handover-input.server.ts";
import { loadHandover, saveHandover } from "./handover-store.server.ts";
import { type HandoverName, handoverLabels } from "./handover-texts.ts";

export const handle = { title: "Handover", failed: "Failed to load the handover" };

const maxAdmins = 100;
/** How long a response waits for the check of a backup. A slower check continues without it. */
const drillMs = 5_000;

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const admins = await db
    .select({ id: users.id, name: users.name, batchYear: users.batchYear, visit: users.lastVisitDay })
    .from(users)
    .where(and(sql`is_admin = 1`, eq(users.status, "active")))
    .orderBy(asc(users.id))
    .limit(maxAdmins);
  return {
    rules: getFieldRules(handoverFields),
    stored: await loadHandover(),
    drill: presentDrill(),
    warning: warnOf(admins),
    admins: admins.map(({ id, name, visit }) => ({
      id,
      name,
      visit: visit === null ? "No visit yet" : `Last visit: ${formatShortDay(visit)}`,
    })),
  };
}

function presentDrill() {
  const last = lastDrill();
  return { isRunning: isBackupRunning(), last: last && { ...last, when: formatDateTime(last.at) } };
}

function warnOf([only, ...others]: { batchYear: number | null }[]): string | null {
  if (!only || others.length > 0) return null;
  const year = getAlumniYear();
  const leaves = only.batchYear === year ? `, whose batch graduates in ${year}` : "";
  return `There is only one administrator${leaves}.`;
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = {
  failed: "The handover couldn't be saved. Please try again.",
  loggedOut: "You have been logged out. Log in again, then save.",
};

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    {
      auth: "admin",
      fields: [...Object.keys(handoverFields), "version"],
      texts,
      readStored: loadHandover,
    },
    {
      async ""(form, viewer) {
        await saveHandover(viewer.id, form.parse(handoverSchema), form.versions?.[0]);
        return redirectWithFlash(args.context, "/admin/handover", { text: "The handover is saved." });
      },
      async drill(_, viewer) {
        const drill = startDrill();
        if (!drill) throw new HttpError(409, "A backup is being made or checked. Please try again later.");
        await write(() => insertAuditEntry(viewer.id, "checked the newest backup"));
        const done = await Promise.race([drill, setTimeout(drillMs, null, { ref: false })]);
        return redirectWithFlash(args.context, "/admin/handover", {
          text: done ? "The newest backup has been checked." : "The check is running.",
        });
      },
    },
  );

export const clientAction = preserveForm(texts);

const names = Object.keys(handoverLabels) as HandoverName[];
const contacts = names.filter((name) => name.startsWith("contact"));
const owned = names.filter((name) => !contacts.includes(name));

export default function Handover({
  loaderData: { rules, stored, drill, warning, admins },
}: Route.ComponentProps) {
  const drillFailure = useFailure("drill");
  const failure = useFailure();
  const [form, fields] = usePageForm({
    id: "handover",
    failure: drillFailure ? null : failure,
    rules,
    defaultValue: { ...stored.values, version: stored.version },
  });
  const { state, formData } = useNavigation();
  const isDrilling = state === "submitting" && formData?.get("intent") === "drill";
  const isSaving = state === "submitting" && !isDrilling;
  return (
    <>
      <div className={stack[2]}>
        <div className={spread}>
          <Title heading>Handover</Title>
          <PrintButton />
        </div>
        <p className={`${quiet} ${styles.lead}`}>
          Who owns what, for the next administrators. Print this page and keep it. Don't write passwords or
          keys here: write where they are and who has them.
        </p>
      </div>
      {warning && (
        <div className={adminStyles.trouble}>
          <p>
            {warning} Make <Link to="/admin/members">another member</Link> an administrator now.
          </p>
        </div>
      )}
      <section className={stack[3]} aria-labelledby="administrators">
        <h2 id="administrators" className={size.large}>
          Administrators
        </h2>
        <ul className={adminStyles.steps}>
          {admins.map(({ id, name, visit }) => (
            <li key={id} className={adminStyles.step}>
              <p className={adminStyles.stepHead}>
                <bdi>{name}</bdi> <span className={quiet}>{visit}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      <FactList
        className={styles.onPaper}
        facts={names.map((name) => [handoverLabels[name], stored.values[name]] as const)}
      />
      <div className={`${adminStyles.onScreen} ${stack[5]} ${styles.parts}`}>
        <section className={stack[3]} aria-labelledby="drill">
          <h2 id="drill" className={size.large}>
            The newest backup
          </h2>
          <p className={`${quiet} ${styles.lead}`}>
            This reads the newest file in the folder backups as if to restore it, checks it and counts its
            rows. Nothing changes.
          </p>
          {drill.last && (
            <p className={drill.last.isGood ? undefined : adminStyles.trouble}>
              {drill.last.text} <span className={quiet}>{drill.last.when}</span>
            </p>
          )}
          {drill.isRunning && (
            <p>
              A backup is being made or checked. <Link to="/admin/handover">Look again</Link>
            </p>
          )}
          <FormAlert failure={drillFailure} />
          <Form method="post">
            <Button variant="outline" name="intent" value="drill" loading={isDrilling}>
              Check the newest backup
            </Button>
          </Form>
        </section>
        <PageForm key={stored.version} form={form} className={stack[4]} aria-labelledby="owners">
          <h2 id="owners" className={size.large}>
            Who owns what
          </h2>
          <p className={quiet}>Fill in what you know. The rest can follow.</p>
          <div className={styles.fields}>
            {owned.map((name) => (
              <TextArea
                key={name}
                field={fields[name]}
                label={handoverLabels[name]}
                hint={hints[name]}
                optional={false}
              />
            ))}
          </div>
          <h2 className={`${size.large} ${styles.contacts}`}>Two contacts</h2>
          <p className={quiet}>
            Both, such as a professor, get one email when no administrator has visited for 30 days.
          </p>
          <div className={styles.fields}>
            {contacts.map((name) => (
              <TextInput key={name} field={fields[name]} label={handoverLabels[name]} optional={false} />
            ))}
          </div>
          <div>
            <Button loading={isSaving}>Save</Button>
          </div>
        </PageForm>
      </div>
    </>
  );
}

const hints: Partial<Record<HandoverName, string>> = {
  domain: "Who owns it, where it is registered, who pays, and until when.",
  server: "Where it runs, who pays, and who can log in.",
  mail: "The account that sends the mails.",
  backupKey: "Who has it, and where.",
  logIn: "Whose account made it.",
};
