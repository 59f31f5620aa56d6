import { and } from "drizzle-orm";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, jobs } from "#db/index.ts";
import { canEditJob } from "#db/scopes/jobs.ts";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { loadOr } from "../../client/requests.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { jobFields, jobSchema } from "../../schemas/job.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import { explainRejection, hasId } from "./find-job.server.ts";
import { FormAlert } from "./form-alert.tsx";
import { StepFields } from "./form-fields.tsx";
import {
  getJobChoices,
  guestReplyContext,
  jobErrorTexts,
  parseJob,
  readJobFields,
  replyToFailure,
  replyToForm,
  replyToGuest,
  replyToMuted,
} from "./job-form.server.ts";
import * as styles from "./post.css.ts";
import { type JobFormReply, submitForm } from "./submission.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const page = { id: params.id, errorTexts: jobErrorTexts };
  if (context.get(guestReplyContext)) return { ...page, choices: getJobChoices(), values: null };
  const viewer = await requireViewer({ request, context, url });
  const rows = await queryOrNull(context, () =>
    db
      .select()
      .from(jobs)
      .where(and(hasId(params.id), canEditJob(viewer))),
  );
  if (!rows) return data({ ...page, choices: getJobChoices(), values: null }, 503);
  const [job] = rows;
  if (!job) throw await explainRejection(params.id);
  const values = Object.entries(job).flatMap(([name, value]) =>
    name in jobFields ? [[name, toFieldText(value)] as const] : [],
  );
  return { ...page, choices: getJobChoices(job.opportunityType), values: Object.fromEntries(values) };
}

const toFieldText = (value: string | number | string[] | null): string =>
  Array.isArray(value) ? value.join(", ") : String(value ?? "");

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action({ request, params, context }: Route.ActionArgs) {
  const fields = readJobFields(await readForm(request, Object.keys(jobFields)));
  const viewer = await getViewer({ request, context });
  if (!viewer) return replyToGuest(context, fields);
  if (viewer.isMuted) return replyToMuted(fields);
  const isEditable = and(hasId(params.id), canEditJob(viewer));
  const rows = await queryOrNull(context, () =>
    db.select({ deadline: jobs.deadline }).from(jobs).where(isEditable),
  );
  if (!rows) return replyToFailure(fields);
  const [stored] = rows;
  if (!stored) throw await explainRejection(params.id);
  const job = parseJob(jobSchema, fields, stored.deadline);
  if ("result" in job) return replyToForm(job.result);
  const results = await queryOrNull(context, () =>
    db.batch([
      insertAuditEntryUnlessOwn({ viewer, verb: "changed", kind: "job", id: parseId(params.id) ?? 0 }),
      db.update(jobs).set(job.value).where(isEditable).returning({ id: jobs.id }),
    ]),
  );
  if (!results) return replyToFailure(fields);
  const [, changed] = results;
  if (changed.length === 0) throw await explainRejection(params.id);
  throw redirect(`/jobs/${params.id}`, 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitForm(serverAction);

export default function EditJob({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={styles.wizard}>
      <Title>Edit this opportunity</Title>
      <h1>Edit this opportunity</h1>
      {loaderData && (loaderData.values || actionData) ? (
        <EditForm page={loaderData} reply={actionData} />
      ) : (
        <LoadFailure text="Failed to load job opportunity" />
      )}
    </div>
  );
}

function EditForm({
  page: { id, errorTexts, choices, values },
  reply,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  reply: JobFormReply | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "edit-job",
    lastResult: reply?.result,
    errorTexts,
    defaultValue: values ?? {},
  });
  const isBusy = useNavigation().formAction?.startsWith(`/jobs/${id}/edit`) ?? false;
  return (
    <>
      <Form method="post" className={styles.form} {...formProps}>
        <FormAlert form={form} isLoggedOut={reply?.isLoggedOut} />
        {Object.entries(StepFields).map(([step, Fields]) => (
          <Fields key={step} fields={fields} choices={choices} />
        ))}
        <div className={styles.buttons}>
          <Button size="lg" loading={isBusy}>
            Save changes
          </Button>
          <ButtonLink to={`/jobs/${id}`} size="lg" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      <p className={styles.soft}>
        You can close or delete it on <Link to={`/jobs/${id}`}>its page</Link>.
      </p>
    </>
  );
}
