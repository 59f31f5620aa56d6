import { and, eq } from "drizzle-orm";
import { Link, useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireUnmuted, requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { toFieldText } from "#app/ui/forms/field-text.ts";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import { db, jobs } from "#db/index.ts";
import { canEditJob } from "#db/scopes/jobs.ts";
import { jobFields, jobSchema } from "../input.server.ts";
import { changeJob, explainRejection } from "../jobs.server.ts";
import type { Route } from "./+types/edit.ts";
import { hasId, jobNotFound } from "./find-job.server.ts";
import { fieldsOfStep } from "./form-fields.tsx";
import { jobRules, parseJob, readJobFields } from "./job-form.server.ts";
import { jobFormTexts as texts } from "./job-form-texts.ts";
import * as styles from "./post.css.ts";

const title = "Edit this opportunity";

/** A job's texts exceed the default body limit. */
export const handle = { body: { maxBytes: 262_144 }, title, failed: "Failed to load job opportunity" };

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const [job] = await db
    .select()
    .from(jobs)
    .where(and(hasId(params.id, viewer.id), canEditJob(viewer)));
  if (!job) throw await explainRejection(viewer, toId(params.id), jobNotFound());
  return { id: params.id, rules: jobRules, values: toValues(job) };
}

const toValues = (job: typeof jobs.$inferSelect): Record<string, string> & { version: string } => ({
  ...Object.fromEntries(
    Object.entries(job).flatMap(([name, value]) =>
      name in jobFields ? [[name, toFieldText(value)] as const] : [],
    ),
  ),
  version: String(job.version),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  const readStored = async () => {
    const [job] = await db
      .select()
      .from(jobs)
      .where(eq(jobs.id, toId(id)));
    if (!job) return null;
    const { version, ...values } = toValues(job);
    return { version, values };
  };
  const fields = ["version", ...Object.keys(jobFields)];
  const options = { auth: "member", fields, texts, readStored } as const;
  return submitForm(args, options, async (form, viewer) => {
    requireUnmuted(viewer);
    const isEditable = and(hasId(id, viewer.id), canEditJob(viewer));
    const [stored] = await db.select({ deadline: jobs.deadline }).from(jobs).where(isEditable);
    if (!stored) throw await explainRejection(viewer, toId(id), jobNotFound());
    const job = parseJob(jobSchema, readJobFields(form.data), stored.deadline);
    if ("errors" in job) throw new HttpError(422, undefined, job);
    if (!(await changeJob(viewer, toId(id), { values: job.value, versions: form.versions })))
      throw await explainRejection(viewer, toId(id), jobNotFound());
    return redirectWithFlash(args.context, `/jobs/${id}`, { text: "Your changes are saved." });
  });
};

export const clientAction = preserveForm(texts);

export default function EditJob({ loaderData: { id, rules, values } }: Route.ComponentProps) {
  const [form, fields] = usePageForm({ id: "edit-job", rules, defaultValue: values ?? {} });
  const isBusy = useNavigation().formAction?.startsWith(`/jobs/${id}/edit`) ?? false;
  return (
    <div className={styles.wizard}>
      <Title heading>{title}</Title>
      <UnlessMuted>
        <PageForm form={form} className={stack[4]}>
          {Object.entries(fieldsOfStep).map(([step, Fields]) => (
            <Fields key={step} fields={fields} />
          ))}
          <div className={row[3]}>
            <Button loading={isBusy}>Save changes</Button>
            <ButtonLink to={`/jobs/${id}`} variant="outline">
              Cancel
            </ButtonLink>
          </div>
        </PageForm>
      </UnlessMuted>
      <p className={styles.soft}>
        You can close or delete it on <Link to={`/jobs/${id}`}>its page</Link>.
      </p>
    </div>
  );
}
