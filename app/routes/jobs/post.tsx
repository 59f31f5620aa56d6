import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { write } from "#db/index.ts";
import { requireUnmuted, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded, requireSender, submitForm } from "../../forms/submit.server.ts";
import { useDraftSaving } from "../../forms/use-draft-saving.ts";
import { hostCookieName, readCookie, setCookie } from "../../http/cookies.server.ts";
import { type FieldErrors, HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { limitAction } from "../../limits/rate-limit.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { type JobStep, jobFields, jobSchema, jobStepSchema, jobSteps, jobTexts } from "../../schemas/job.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { type FormFailure, usePageForm } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/post.ts";
import { postDraft, saveDraft, selectDraft, selectLastJob } from "./draft.server.ts";
import { fieldsOfStep } from "./form-fields.tsx";
import { getJobChoices, jobErrorTexts, parseJob, readJobFields } from "./job-form.server.ts";
import { jobFormTexts as texts } from "./job-form-texts.ts";
import * as styles from "./post.css.ts";
import { Posted, Preview } from "./post-screens.tsx";
import { presentContact, presentJobDetails } from "./present-job.server.ts";

const titles = { 1: "Opportunity details", 2: "Application requirements", 3: "Company details" } as const;
const steps = [1, 2, 3] as const;
const parseStep = (text: string | null): JobStep => (text === "2" ? 2 : text === "3" ? 3 : 1);

/** Names the posted job to the success screen, which removes it. */
const postedCookie = "posted-job";
const postedCookieSeconds = 60;

/** A job's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const step = parseStep(url.searchParams.get("step"));
  const page = {
    step,
    rules: jobErrorTexts,
    choices: getJobChoices(),
    loadedAt: Date.now(),
    postedId: null,
    result: null,
    preview: null,
  };
  if (context.get(hasSessionEnded)) return { ...page, draft: null };
  const viewer = await requireViewer({ request, context, url });

  if (url.searchParams.has("posted")) {
    const requestContext = getRequestContext(context);
    const cookieName = hostCookieName(requestContext, postedCookie);
    const postedId = parseId(readCookie(request, cookieName));
    if (postedId === null) throw redirect("/post-job", 303);
    setCookie(requestContext, cookieName, "", 0);
    // Without scripts, too, the success screen leads to the list after 3 s. Back loads it again, and not from a cache.
    const headers = { Refresh: "3; url=/jobs", "Cache-Control": "no-store" };
    return data({ ...page, draft: null, postedId }, { headers });
  }

  const rows = await queryOrNull(context, () => selectDraft(viewer.id));
  if (!rows) return { ...page, draft: null };
  const typed = rows[0]?.fields ?? {};
  if (url.searchParams.has("preview")) return { ...page, draft: typed, preview: previewDraft(typed) };
  const draft = { contactName: viewer.name, contactEmail: viewer.email, ...typed };
  // The last step found an error in this one.
  const checked = url.searchParams.has("check") ? parseJob(jobStepSchema[step], draft) : null;
  const result = checked && "errors" in checked ? { status: "error" as const, error: checked.errors } : null;
  return { ...page, draft, result };
}

/** The draft as it would look, with the fields that its form sends once more. */
function previewDraft(draft: Record<string, string>) {
  const job = parseJob(jobSchema, draft);
  if ("errors" in job) throw redirect(checkHref(job.errors), 303);
  const row = { ...job.value, id: 0, postedAt: Date.now(), companyLogo: null, isOpen: true };
  const fields = Object.entries(draft).filter(([name]) => name in jobSteps[3]);
  return { job: { ...presentJobDetails(row), contact: presentContact(row) }, fields };
}

/** The address of the first step that has one of these errors, which it shows. */
function checkHref(errors: FieldErrors): string {
  const step = steps.find((each) => Object.keys(errors).some((name) => name in jobSteps[each]));
  return `/post-job?step=${step ?? 1}&check=1`;
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const clientLoader = withFallback(() => null);

/** The success screen stays for its 3 s, whatever else loads again. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && !(currentUrl.searchParams.has("posted") && currentUrl.href === nextUrl.href);

export const action = (args: Route.ActionArgs) => {
  const fields = [...Object.keys(jobFields), "step", "intent", "typedAt"];
  return submitForm(args, { fields, texts }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    const typed = readJobFields(form.data);
    const step = parseStep(form.text("step") || args.url.searchParams.get("step"));
    const intent = form.text("intent");
    if (intent === "save") {
      const typedAt = Math.min(Math.trunc(Number(form.text("typedAt"))) || 0, Date.now());
      await write(() => saveDraft(viewer.id, typed, step, typedAt));
      return redirect(`/post-job?step=${step}`, 303);
    }

    // The draft is kept first, valid or not.
    const [saved] = await write(() => saveDraft(viewer.id, typed, step));
    if (intent === "previous") return redirect(`/post-job?step=${Math.max(1, step - 1)}`, 303);
    if (!saved && intent === "submit") return await redirectToPosted(args.context, viewer.id);
    const draft = saved?.fields ?? typed;
    const parsedStep = parseJob(jobStepSchema[step], draft);
    if ("errors" in parsedStep) throw new HttpError(422, undefined, parsedStep);
    if (intent === "preview") return redirect("/post-job?step=3&preview=1", 303);
    if (intent !== "submit") return redirect(`/post-job?step=${Math.min(3, step + 1)}`, 303);

    const job = parseJob(jobSchema, draft);
    if ("errors" in job) return redirect(checkHref(job.errors), 303);
    requireUnmuted(viewer);
    limitAction("job", viewer.id, jobTexts.tooMany);
    await postDraft(viewer.id, job.value);
    return await redirectToPosted(args.context, viewer.id);
  });
};

/** Leads to the success screen of the job that the member posted last. */
async function redirectToPosted(context: Route.ActionArgs["context"], viewerId: number) {
  const [job] = await selectLastJob(viewerId);
  const requestContext = getRequestContext(context);
  const cookieName = hostCookieName(requestContext, postedCookie);
  if (job) setCookie(requestContext, cookieName, String(job.id), postedCookieSeconds);
  return redirect("/post-job?posted=1", 303);
}

export const clientAction = keepForm(texts);

export default function PostJob({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData?.postedId) return <Posted id={loaderData.postedId} />;
  return (
    <div className={styles.wizard}>
      <Title>Post an Opportunity</Title>
      <h1>Post an Opportunity</h1>
      {loaderData?.preview && !actionData ? (
        <Preview {...loaderData.preview} />
      ) : loaderData && (loaderData.draft || actionData) ? (
        <>
          <ol className={styles.steps} aria-label="Steps">
            {steps.map((step) => (
              <li
                key={step}
                className={styles.step}
                aria-current={step === loaderData.step ? "step" : undefined}
                data-done={step < loaderData.step || undefined}
              >
                <span className={styles.stepNumber}>
                  {step < loaderData.step ? <Icon name="check" size={16} /> : step}
                </span>
                <span>{titles[step]}</span>
              </li>
            ))}
          </ol>
          <StepForm key={loaderData.step} page={loaderData} failure={actionData?.failure} />
        </>
      ) : (
        <LoadFailure text="Failed to load your draft" />
      )}
    </div>
  );
}

function StepForm({
  page: { step, draft, rules, choices, result, loadedAt },
  failure,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  failure: FormFailure | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: `post-job-${step}`,
    lastResult: failure ?? result,
    rules,
    defaultValue: draft ?? {},
  });
  const url = `/post-job?step=${step}`;
  const { hint, onInput } = useDraftSaving(url, failure ? failure.repliedAt : loadedAt);
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData !== undefined;
  const isSubmitting = isBusy && formData?.get("intent") === "submit";
  const Fields = fieldsOfStep[step];
  return (
    <Form
      method="post"
      action={url}
      className={styles.form}
      {...formProps}
      onInput={(event) => {
        formProps.onInput(event);
        onInput(event);
      }}
    >
      <h2>{titles[step]}</h2>
      <ErrorSummary form={form} failure={failure} />
      <input type="hidden" name="step" value={step} />
      <Fields fields={fields} choices={choices} />
      {/* Enter presses the first button: it must not be "Previous". */}
      <div className={styles.buttons}>
        {step < 3 ? (
          <Button size="lg" name="intent" value="next" loading={isBusy}>
            Next
          </Button>
        ) : (
          <Button size="lg" name="intent" value="submit" loading={isSubmitting}>
            {isSubmitting ? "Posting..." : "Post Opportunity"}
          </Button>
        )}
        {step === 3 && (
          <Button size="lg" variant="outline" name="intent" value="preview">
            Preview
          </Button>
        )}
        {step > 1 && (
          <Button size="lg" variant="outline" name="intent" value="previous" formNoValidate>
            Previous
          </Button>
        )}
      </div>
      <p className={styles.soft}>{hint}</p>
    </Form>
  );
}
