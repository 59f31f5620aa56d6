import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { hostCookieName, readCookie, setCookie } from "#app/platform/http/cookies.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { jobFields, jobStepSchema, logoUrl } from "../input.server.ts";
import { selectNextLogo } from "../logo.server.ts";
import type { Route } from "./+types/post.ts";
import { offerCompany, selectDraft } from "./draft.server.ts";
import { jobRules, parseJob } from "./job-form.server.ts";
import { wizardTexts as texts } from "./job-form-texts.ts";
import * as styles from "./post.css.ts";
import { Posted, Preview } from "./post-screens.tsx";
import { StepForm, Steps } from "./step-form.tsx";
import { parseStep, postedCookie, previewDraft, wizardButtons } from "./wizard.server.ts";

const title = "Post an Opportunity";

/** A job's texts exceed the default body limit. */
export const handle = { body: { maxBytes: 262_144 }, title, failed: "Failed to load your draft" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const step = parseStep(url.searchParams.get("step"));
  const page = {
    step,
    draft: {},
    rules: jobRules,
    loadedAt: Date.now(),
    postedId: null,
    result: null,
    preview: null,
    logo: null,
  };
  const viewer = await requireViewer({ request, context, url });

  if (url.searchParams.has("posted")) {
    const requestContext = getRequestContext(context);
    const cookieName = hostCookieName(requestContext, postedCookie);
    const postedId = parseId(readCookie(request, cookieName));
    if (postedId === null) throw redirect("/post-job", 303);
    setCookie(requestContext, cookieName, "", 0);
    // Redirects after 3 s without scripts as well. `no-store`, so that Back loads the page again.
    const headers = { Refresh: "3; url=/jobs", "Cache-Control": "no-store" };
    return data({ ...page, postedId }, { headers });
  }

  const [{ fields: typed } = { fields: {} }] = await selectDraft(viewer.id);
  if (url.searchParams.has("preview"))
    return { ...page, draft: typed, preview: await previewDraft(viewer, typed) };
  const draft: Record<string, string> = {
    contactName: viewer.name,
    contactEmail: viewer.email,
    ...(await offerCompany(viewer.id)),
    ...typed,
  };
  // The last step sent the member back to an error in this step.
  const checked = url.searchParams.has("check") ? parseJob(jobStepSchema[step], draft) : null;
  const result = checked && "errors" in checked ? { status: "error" as const, error: checked.errors } : null;
  const [next] = step === 3 ? await selectNextLogo(viewer.id, draft.companyName ?? "") : [];
  return { ...page, draft, result, logo: next?.file ? logoUrl(next.file) : null };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** No reload may replace the success screen during its 3 s. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && !(currentUrl.searchParams.has("posted") && currentUrl.href === nextUrl.href);

export const action = (args: Route.ActionArgs) => {
  const fields = [...Object.keys(jobFields), "step", "typedAt"];
  return submitForm(args, { auth: "member", fields, texts }, wizardButtons(args));
};

export const clientAction = preserveForm(texts);

export default function PostJob({ loaderData, actionData }: Route.ComponentProps) {
  const { postedId, preview, step } = loaderData;
  if (postedId) return <Posted id={postedId} />;
  return (
    <div className={styles.wizard}>
      <div>
        <Back to="/jobs">All opportunities</Back>
        <Title heading>{title}</Title>
      </div>
      {preview && !actionData ? (
        <Preview {...preview} />
      ) : (
        <UnlessMuted>
          <Steps current={step} />
          <StepForm key={step} page={loaderData} />
        </UnlessMuted>
      )}
    </div>
  );
}
