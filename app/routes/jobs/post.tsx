import { useEffect } from "react";
import {
  data,
  Form,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useNavigation,
} from "react-router";
import { write } from "#db/index.ts";
import { requireUnmuted, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded, requireSender, submitForm } from "../../forms/submit.server.ts";
import { hostCookieName, readCookie, setCookie } from "../../http/cookies.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { limitAction } from "../../http/rate-limit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { type JobStep, jobFields, jobSchema, jobStepSchema, jobSteps, jobTexts } from "../../schemas/job.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { type FormFailure, usePageForm } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/post.ts";
import { postDraft, saveDraft, selectDraft } from "./draft.server.ts";
import { fieldsOfStep } from "./form-fields.tsx";
import { getJobChoices, jobErrorTexts, parseJob, readJobFields } from "./job-form.server.ts";
import { jobFormTexts as texts } from "./job-form-texts.ts";
import * as styles from "./post.css.ts";
import { useDraftSaving } from "./use-draft-saving.ts";

const titles = { 1: "Opportunity details", 2: "Application requirements", 3: "Company details" } as const;
const steps = [1, 2, 3] as const;
const parseStep = (text: string | null): JobStep => (text === "2" ? 2 : text === "3" ? 3 : 1);

/** Set for the success screen when a job was posted, and removed when it is shown. */
const postedCookie = "posted-job";
const postedCookieSeconds = 60;

/** A job's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const step = parseStep(url.searchParams.get("step"));
  const page = {
    step,
    errorTexts: jobErrorTexts,
    choices: getJobChoices(),
    loadedAt: Date.now(),
    isPosted: false,
    result: null,
  };
  if (context.get(hasSessionEnded)) return { ...page, draft: null };
  const viewer = await requireViewer({ request, context, url });

  if (url.searchParams.has("posted")) {
    const requestContext = getRequestContext(context);
    const cookieName = hostCookieName(requestContext, postedCookie);
    if (readCookie(request, cookieName) === undefined) throw redirect("/post-job", 303);
    setCookie(requestContext, cookieName, "", 0);
    // Without scripts, too, the success screen leads to the list after 3 s. Back loads it again, and not from a cache.
    const headers = { Refresh: "3; url=/jobs", "Cache-Control": "no-store" };
    return data({ ...page, draft: null, isPosted: true }, { headers });
  }

  const rows = await queryOrNull(context, () => selectDraft(viewer.id));
  if (!rows) return { ...page, draft: null };
  const draft = rows[0]?.fields ?? {};
  // The last step found an error in this one.
  const checked = url.searchParams.has("check") ? parseJob(jobStepSchema[step], draft) : null;
  const result = checked && "errors" in checked ? { status: "error" as const, error: checked.errors } : null;
  return { ...page, draft, result };
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
      await write(() => saveDraft(viewer.id, typed, typedAt));
      return redirect(`/post-job?step=${step}`, 303);
    }

    // What was typed is kept first, valid or not.
    const [saved] = await write(() => saveDraft(viewer.id, typed));
    if (intent === "previous") return redirect(`/post-job?step=${Math.max(1, step - 1)}`, 303);
    const draft = saved?.fields ?? typed;
    const parsedStep = parseJob(jobStepSchema[step], draft);
    if ("errors" in parsedStep) throw new HttpError(422, undefined, parsedStep);
    if (intent !== "submit") return redirect(`/post-job?step=${Math.min(3, step + 1)}`, 303);

    const job = parseJob(jobSchema, draft);
    if ("errors" in job) {
      const invalidStep = steps.find((each) =>
        Object.keys(job.errors).some((name) => name in jobSteps[each]),
      );
      return redirect(`/post-job?step=${invalidStep ?? 1}&check=1`, 303);
    }
    requireUnmuted(viewer);
    limitAction("job", viewer.id, jobTexts.tooMany);
    await postDraft(viewer.id, job.value);
    const requestContext = getRequestContext(args.context);
    setCookie(requestContext, hostCookieName(requestContext, postedCookie), "1", postedCookieSeconds);
    return redirect("/post-job?posted=1", 303);
  });
};

export const clientAction = keepForm(texts);

export default function PostJob({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData?.isPosted) return <Posted />;
  return (
    <div className={styles.wizard}>
      <Title>Post an Opportunity</Title>
      <h1>Post an Opportunity</h1>
      {loaderData && (loaderData.draft || actionData) ? (
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
                <span className={styles.stepTitle}>{titles[step]}</span>
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
  page: { step, draft, errorTexts, choices, result, loadedAt },
  failure,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  failure: FormFailure | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: `post-job-${step}`,
    lastResult: failure ?? result,
    errorTexts,
    defaultValue: draft ?? {},
  });
  const url = `/post-job?step=${step}`;
  const { status, onInput } = useDraftSaving(url, failure ? failure.repliedAt : loadedAt);
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
        {step > 1 && (
          <Button size="lg" variant="outline" name="intent" value="previous" formNoValidate>
            Previous
          </Button>
        )}
      </div>
      <p className={styles.soft}>{draftHints[status ?? "noScripts"]}</p>
    </Form>
  );
}

const draftHints = {
  saved: "What you type is saved: you can close this page and continue later.",
  failed: "Your last changes aren't saved yet. We'll try again in a moment.",
  noScripts: "Each button saves what you typed: you can continue later.",
};

function Posted() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/jobs", { replace: true }), 3000);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className={styles.posted} role="status">
      <Title>Opportunity Posted</Title>
      <span className={styles.postedMark}>
        <Icon name="check" size={28} />
      </span>
      <h1>Opportunity Posted Successfully!</h1>
      <p>Your job posting has been successfully submitted and is now live.</p>
      <ButtonLink to="/jobs" size="lg" replace>
        View All Opportunities
      </ButtonLink>
    </div>
  );
}
