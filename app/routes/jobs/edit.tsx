import { and, eq } from "drizzle-orm";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { db, jobs } from "#db/index.ts";
import { requireViewer, type Viewer } from "../../auth/session.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { parseId } from "../../schemas/fields.ts";
import { jobFields, jobSchema } from "../../schemas/job.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import { stepFields } from "./form-fields.tsx";
import { jobChoices, parseJob, readJobFields } from "./job-form.server.ts";
import * as styles from "./post.css.ts";

/** The job, if this member may change it. @throws 404 and 403 */
async function findEditableJob(id: string, viewer: Viewer) {
  const [job] = await db
    .select()
    .from(jobs)
    .where(eq(jobs.id, parseId(id) ?? 0));
  if (!job) throw data("This job is not here any more.", 404);
  if (!viewer.isAdmin && job.postedBy !== viewer.id) throw data("Only who posted a job may change it.", 403);
  return job;
}

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const job = await findEditableJob(params.id, await requireViewer({ request, context, url }));
  const texts = Object.keys(jobFields).map((name) => {
    const value = job[name as keyof typeof job];
    return [name, Array.isArray(value) ? value.join(", ") : value === null ? "" : String(value)];
  });
  return {
    id: params.id,
    title: job.title,
    values: Object.fromEntries(texts) as Record<string, string>,
    errorTexts: getFieldErrorTexts(jobFields),
    choices: jobChoices,
  };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const job = await findEditableJob(params.id, viewer);
  const read = parseJob(jobSchema, readJobFields(await request.formData()), job.deadline);
  if ("reply" in read) return data(read.reply, 422);
  await db
    .update(jobs)
    .set(read.value)
    .where(and(eq(jobs.id, job.id), eq(jobs.postedBy, job.postedBy)));
  throw redirect(`/jobs/${job.id}`, 303);
}

export default function EditJob({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, values, errorTexts, choices } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "edit-job",
    lastResult: actionData,
    errorTexts,
    defaultValue: values,
  });
  const busy = useNavigation().formAction?.startsWith(`/jobs/${id}/edit`) ?? false;
  return (
    <div className={styles.wizard}>
      <Title>{`Edit ${title}`}</Title>
      <h1>Edit this opportunity</h1>
      <Form method="post" className={styles.form} {...formProps}>
        <Alert texts={form.errors} />
        {([1, 2, 3] as const).map((step) => {
          const Fields = stepFields[step];
          return <Fields key={step} fields={fields} choices={choices} />;
        })}
        <div className={styles.buttons}>
          <Button size="lg" loading={busy}>
            Save changes
          </Button>
          <ButtonLink to={`/jobs/${id}`} size="lg" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      <p className={styles.soft}>
        To close or delete it, go to <Link to={`/jobs/${id}`}>its page</Link>.
      </p>
    </div>
  );
}
