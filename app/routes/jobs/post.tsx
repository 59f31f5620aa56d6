import { eq, sql } from "drizzle-orm";
import { useEffect } from "react";
import { data, Form, redirect, useNavigate, useNavigation } from "react-router";
import { db, jobDrafts } from "#db/index.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { type JobStep, jobFields, jobSchema, jobStepSchema, jobSteps } from "../../schemas/job.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/post.ts";
import { stepFields } from "./form-fields.tsx";
import { insertJobFromDraft, jobChoices, parseJob, readJobFields } from "./job-form.server.ts";
import * as styles from "./post.css.ts";

const titles = { 1: "Opportunity details", 2: "Application requirements", 3: "Company details" } as const;
const parseStep = (text: string | null): JobStep => (text === "2" ? 2 : text === "3" ? 3 : 1);
/** Words of every field, read from the schema once. */
const errorTexts = getFieldErrorTexts(jobFields);

async function readDraft(userId: number): Promise<Record<string, string>> {
  const [draft] = await db
    .select({ fields: jobDrafts.fields })
    .from(jobDrafts)
    .where(eq(jobDrafts.userId, userId));
  return draft?.fields ?? {};
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const posted = url.searchParams.has("posted");
  const step = parseStep(url.searchParams.get("step"));
  const draft = posted ? {} : await readDraft(viewer.id);
  // Sent back here from the last step: say what is missing in this one.
  const checked = url.searchParams.has("check") ? parseJob(jobStepSchema[step], draft) : null;
  return data(
    {
      posted,
      step,
      draft,
      errorTexts,
      choices: jobChoices,
      reply: checked && "reply" in checked ? checked.reply : null,
    },
    // Without scripts, too, the success screen goes on to the list after 3 s.
    posted ? { headers: { Refresh: "3; url=/jobs" } } : undefined,
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const form = await request.formData();
  const step = parseStep(String(form.get("step") ?? url.searchParams.get("step")));
  const intent = form.get("intent");
  const texts = readJobFields(form);

  // What was typed is kept first, whatever becomes of it.
  const [kept] = await db
    .insert(jobDrafts)
    .values({ userId: viewer.id, fields: texts, updatedAt: Date.now() })
    .onConflictDoUpdate({
      target: jobDrafts.userId,
      set: {
        fields: sql`json_patch(${jobDrafts.fields}, excluded.fields)`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .returning({ fields: jobDrafts.fields });
  const draft = kept?.fields ?? texts;

  if (intent === "previous") throw redirect(`/post-job?step=${Math.max(1, step - 1)}`, 303);
  const read = parseJob(jobStepSchema[step], draft);
  if ("reply" in read) return data(read.reply, 422);
  if (intent !== "submit") throw redirect(`/post-job?step=${Math.min(3, step + 1)}`, 303);

  const job = parseJob(jobSchema, draft);
  if ("reply" in job) {
    const wrong = ([1, 2, 3] as const).find((each) =>
      Object.keys(job.reply.error ?? {}).some((name) => name in jobSteps[each]),
    );
    throw redirect(`/post-job?step=${wrong ?? 1}&check=1`, 303);
  }
  await db.batch([
    insertJobFromDraft(job.value, viewer.id),
    db.delete(jobDrafts).where(eq(jobDrafts.userId, viewer.id)),
  ]);
  throw redirect("/post-job?posted=1", 303);
}

export default function PostJob({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.posted) return <Posted />;
  const { step } = loaderData;
  return (
    <div className={styles.wizard}>
      <Title>Post an Opportunity</Title>
      <h1>Post an Opportunity</h1>
      <ol className={styles.steps} aria-label="Steps">
        {([1, 2, 3] as const).map((each) => (
          <li
            key={each}
            className={styles.step}
            aria-current={each === step ? "step" : undefined}
            data-done={each < step || undefined}
          >
            <span className={styles.stepNumber}>{each < step ? <Icon name="check" size={16} /> : each}</span>
            <span className={styles.stepTitle}>{titles[each]}</span>
          </li>
        ))}
      </ol>
      <StepForm key={step} {...loaderData} lastResult={actionData ?? loaderData.reply} />
    </div>
  );
}

function StepForm({
  step,
  draft,
  errorTexts,
  choices,
  lastResult,
}: Route.ComponentProps["loaderData"] & { lastResult: Parameters<typeof usePageForm>[0]["lastResult"] }) {
  const [form, fields, formProps] = usePageForm({
    id: `post-job-${step}`,
    lastResult,
    errorTexts,
    defaultValue: draft,
  });
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData !== undefined;
  const submitting = busy && formData?.get("intent") === "submit";
  const Fields = stepFields[step];
  return (
    <Form method="post" action={`/post-job?step=${step}`} className={styles.form} {...formProps}>
      <h2>{titles[step]}</h2>
      <Alert texts={form.errors} />
      <input type="hidden" name="step" value={step} />
      <Fields fields={fields} choices={choices} />
      {/* Pressing Enter in a field takes the first button there is: it must not be "Previous". */}
      <div className={styles.buttons}>
        {step < 3 ? (
          <Button size="lg" name="intent" value="next" loading={busy}>
            Next
          </Button>
        ) : (
          <Button size="lg" name="intent" value="submit" loading={submitting}>
            {submitting ? "Posting..." : "Post Opportunity"}
          </Button>
        )}
        {step > 1 && (
          <Button size="lg" variant="outline" name="intent" value="previous" formNoValidate>
            Previous
          </Button>
        )}
      </div>
      <p className={styles.soft}>What you type is kept: you can close this page and go on later.</p>
    </Form>
  );
}

function Posted() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/jobs"), 3000);
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
      <ButtonLink to="/jobs" size="lg">
        View All Opportunities
      </ButtonLink>
    </div>
  );
}
