import { Form, redirect, useNavigation } from "react-router";
import { db, jobs } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { getViewer, requireViewer } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { hasSessionEnded, isReply, requireSender, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { findInitiator, getRequestContext, isPrefetch } from "../../http/request-context.server.ts";
import { readApplicationFields, requireOpen, sendApplication } from "../../jobs/applications.server.ts";
import { noteOpening } from "../../jobs/tracking.server.ts";
import { UnlessMuted } from "../../reports/muted-band.tsx";
import { applicationFields } from "../../schemas/application.ts";
import { applicationTexts, letterRules, pdfType } from "../../schemas/application-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { narrow } from "../../styles/global.css.ts";
import { row, stack } from "../../styles/layout.css.ts";
import { today } from "../../time/time.server.ts";
import { Back } from "../../ui/back.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Alert, FileInput, TextArea } from "../../ui/field.tsx";
import { useFailure } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import { usePageForm } from "../../ui/page-form.tsx";
import type { Route } from "./+types/apply.ts";
import { hasId, jobNotFound } from "./find-job.server.ts";

export const handle = {
  body: { hasFile: true },
  title: "Apply",
  failed: "Failed to load job opportunity",
};

const rules = getFieldRules(applicationFields);

/** Leads to the stored link of a job, or asks for a letter and a PDF; notes once that a member came here. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
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
    .where(hasId(params.id));
  if (!job) throw jobNotFound();
  const isHere = job.method === "here";
  const hasWebsite = job.method === "website" && job.link !== null;
  if (!isHere && (!job.isOpen || !hasWebsite)) throw redirect(`/jobs/${job.id}?apply=1`);
  const hasEnded = context.get(hasSessionEnded);
  const viewer =
    isHere && !hasEnded
      ? await requireViewer({ request, context, url })
      : await getViewer({ request, context });
  // Another site's link, or a page that is loaded ahead, opens nothing.
  const isOwn = findInitiator(request, getRequestContext(context)) === "own-page";
  if (viewer && isOwn && job.isOpen && !isPrefetch(request)) await noteOpening(viewer.id, job.id);
  if (!isHere)
    throw redirect(job.link ?? "", {
      headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
    });
  const { id, title, company } = job;
  const refusal = viewer ? await requireOpen(viewer.id, id).then(() => null, readRefusal) : null;
  if (refusal === applicationTexts.sentAlready && !context.get(isReply))
    throw redirect(`/jobs/${id}#application`);
  return { id, title, company, rules, refusal };
}

function readRefusal(error: unknown): string {
  if (error instanceof HttpError && error.status < 500) return error.message;
  throw error;
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = {
  failed: applicationTexts.failed,
  loggedOut: applicationTexts.loggedOut,
  field: "letter",
};

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "anyone", limit: null, fields: ["letter", "file"], texts, mayHaveFile: true },
    async () => {
      const { request, params } = args;
      try {
        const session = await requireSender(args, applicationTexts.loggedOut);
        await sendApplication(request, session, toId(params.id));
      } catch (error) {
        if (error instanceof HttpError && !request.bodyUsed)
          error.fields = await readApplicationFields(request);
        throw error;
      }
      return redirectWithFlash(args.context, `/jobs/${params.id}`, {
        text: "Your application is sent. You find it in My jobs.",
      });
    },
  );

export const clientAction = preserveForm(texts);

export default function Apply({ loaderData }: Route.ComponentProps) {
  const { id, title, company, rules, refusal } = loaderData;
  const failure = useFailure();
  const [form, fields] = usePageForm({ id: "apply", rules });
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${stack[4]}`}>
      <Title>{`Apply: ${title}`}</Title>
      <Back to={`/jobs/${id}`}>Back to the job</Back>
      <div>
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
              hint="One PDF, at most 5 MB. Only who posted the job opens it. It is deleted 60 days after the job closes."
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
