import { Form, redirect, useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { getViewer, requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { isFormResponse, requireSender, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { findInitiator, getRequestContext, isPrefetch } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Alert, FileInput, TextArea } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, row, stack } from "#app/ui/styles/layout.css.ts";
import { db, jobs } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { applicationFields } from "../application-input.server.ts";
import { applicationTexts, letterRules, pdfType } from "../application-texts.ts";
import { requireOpen, sendApplication } from "../applications.server.ts";
import { noteOpening } from "../tracking.server.ts";
import type { Route } from "./+types/apply.ts";
import { hasId, jobNotFound } from "./find-job.server.ts";

export const handle = {
  body: { hasFile: true },
  title: "Apply",
  failed: "Failed to load job opportunity",
};

const rules = getFieldRules(applicationFields);

/** Redirects to the job's link, or shows the application form. Records once that a member opened it. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const reader = await getViewer({ request, context });
  const [job] = await db
    .select({
      id: jobs.id,
      title: jobs.title,
      company: jobs.companyName,
      method: jobs.applicationMethod,
      link: jobs.applicationLink,
      isOpen: isOpenJob(today()),
    })
    .from(jobs)
    .where(hasId(params.id, reader?.id ?? 0));
  if (!job) throw jobNotFound();
  const isHere = job.method === "here";
  const hasWebsite = job.method === "website" && job.link !== null;
  if (!isHere && (!job.isOpen || !hasWebsite)) throw redirect(`/jobs/${job.id}?apply=1`);
  const viewer = isHere ? await requireViewer({ request, context, url }) : reader;
  // Links from other sites and prefetches do not count.
  const isOwn = findInitiator(request, getRequestContext(context)) === "own-page";
  if (viewer && isOwn && job.isOpen && !isPrefetch(request)) await noteOpening(viewer.id, job.id);
  if (!isHere)
    throw redirect(job.link ?? "", {
      headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
    });
  const { id, title, company } = job;
  const refusal = viewer ? await requireOpen(viewer.id, id).then(() => null, readRefusal) : null;
  if (refusal === applicationTexts.sentAlready && !context.get(isFormResponse))
    throw redirect(`/jobs/${id}#application`);
  return { id, title, company, rules, refusal };
}

function readRefusal(error: unknown): string {
  if (error instanceof HttpError && error.status < 500) return error.message;
  throw error;
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = {
  failed: applicationTexts.failed,
  loggedOut: applicationTexts.loggedOut,
  field: "letter",
};

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "anyone", fields: ["letter", "file"], texts, mayHaveFile: true }, async () => {
    const { request, params } = args;
    const session = await requireSender(args, applicationTexts.loggedOut);
    await sendApplication(request, session, toId(params.id));
    return redirectWithFlash(args.context, `/jobs/${params.id}`, {
      text: "Your application has been sent. You'll find it in My jobs.",
    });
  });

export const clientAction = preserveForm(texts);

export default function Apply({ loaderData }: Route.ComponentProps) {
  const { id, title, company, rules, refusal } = loaderData;
  const failure = useFailure();
  const [form, fields] = usePageForm({ id: "apply", rules });
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title>{`Apply: ${title}`}</Title>
      <div>
        <Back to={`/jobs/${id}`}>Back to the job</Back>
        <h1>Apply</h1>
        <p dir="auto">
          {title}, {company}
        </p>
      </div>
      {refusal && !failure ? (
        <Alert texts={[refusal]} />
      ) : (
        <UnlessMuted>
          <Form method="post" encType="multipart/form-data" className={stack[4]} {...form.props}>
            <ErrorSummary form={form} />
            <TextArea
              field={fields.letter}
              label="Your letter"
              hint={`Why you, in ${letterRules.min} to ${letterRules.max.toLocaleString("en")} characters`}
              rows={10}
            />
            <FileInput
              field={{
                id: "file",
                name: "file",
                key: undefined,
                initialValue: undefined,
                errors: failure?.error?.file ?? undefined,
              }}
              label="Your CV"
              hint="One PDF, at most 5 MB. Only the person who posted the job can open it. It is deleted 60 days after the job closes."
              accept={pdfType}
              optional={false}
              required
            />
            <div className={row[3]}>
              <Button loading={isSending}>Send application</Button>
              <ButtonLink to={`/jobs/${id}`} variant="outline">
                Cancel
              </ButtonLink>
            </div>
          </Form>
        </UnlessMuted>
      )}
    </div>
  );
}
