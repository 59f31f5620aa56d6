import { redirect } from "react-router";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { hostCookieName, setCookie } from "#app/platform/http/cookies.server.ts";
import { type FieldErrors, HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { write } from "#db/index.ts";
import { type JobStep, jobSchema, jobStepSchema, jobSteps } from "../input.server.ts";
import { postJob } from "../jobs.server.ts";
import { selectNextLogo } from "../logo.server.ts";
import type { Route } from "./+types/post.ts";
import { emptyDraft, saveDraft, selectLastJob } from "./draft.server.ts";
import { parseJob, readJobFields } from "./job-form.server.ts";
import { presentContact, presentJobDetails } from "./present-job.server.ts";
import { steps } from "./step-form.tsx";

export const parseStep = (text: string | null): JobStep => (text === "2" ? 2 : text === "3" ? 3 : 1);

/** Holds the posted job's id for the success screen, which deletes the cookie. */
export const postedCookie = "posted-job";
const postedCookieSeconds = 60;

const toStep = (step: number) => redirect(`/post-job?step=${step}`, 303);

/** The actions of the wizard's buttons. All except "save" and "cancel" store the draft first, valid or not. */
export function wizardButtons({ context, url }: Route.ActionArgs) {
  const readStep = (form: PostedForm) => parseStep(form.text("step") || url.searchParams.get("step"));

  async function store(form: PostedForm, viewer: Viewer) {
    const [step, typed] = [readStep(form), readJobFields(form.data)];
    const [saved] = await write(() => saveDraft(viewer.id, typed, step));
    return { step, isSaved: saved !== undefined, draft: saved?.fields ?? typed };
  }

  async function storeChecked(form: PostedForm, viewer: Viewer) {
    const stored = await store(form, viewer);
    requireStep(stored);
    return stored;
  }

  return {
    async save(form: PostedForm, viewer: Viewer) {
      const [step, typed] = [readStep(form), readJobFields(form.data)];
      const typedAt = Math.min(Math.trunc(Number(form.text("typedAt"))) || 0, Date.now());
      await write(() => saveDraft(viewer.id, typed, step, typedAt));
      return toStep(step);
    },

    async previous(form: PostedForm, viewer: Viewer) {
      const { step } = await store(form, viewer);
      return toStep(Math.max(1, step - 1));
    },

    async next(form: PostedForm, viewer: Viewer) {
      const { step } = await storeChecked(form, viewer);
      return toStep(Math.min(3, step + 1));
    },

    async logo(form: PostedForm, viewer: Viewer) {
      await store(form, viewer);
      return redirect("/post-job/logo", 303);
    },

    async cancel(_: PostedForm, viewer: Viewer) {
      await write(() => emptyDraft(viewer.id));
      return redirectWithFlash(context, "/jobs", { text: "Your draft is deleted. Nothing was posted." });
    },

    async preview(form: PostedForm, viewer: Viewer) {
      await storeChecked(form, viewer);
      return redirect("/post-job?step=3&preview=1", 303);
    },

    async submit(form: PostedForm, viewer: Viewer) {
      const stored = await store(form, viewer);
      if (stored.isSaved) {
        requireStep(stored);
        const job = parseJob(jobSchema, stored.draft);
        if ("errors" in job) return redirect(checkHref(job.errors), 303);
        await postJob(viewer, job.value, { isDraft: true });
      }
      const [posted] = await selectLastJob(viewer.id);
      const requestContext = getRequestContext(context);
      const cookieName = hostCookieName(requestContext, postedCookie);
      if (posted) setCookie(requestContext, cookieName, String(posted.id), postedCookieSeconds);
      return redirect("/post-job?posted=1", 303);
    },
  };
}

/** @throws HttpError 422 with the errors of one step of a draft */
function requireStep({ step, draft }: { step: JobStep; draft: Record<string, string> }): void {
  const parsed = parseJob(jobStepSchema[step], draft);
  if ("errors" in parsed) throw new HttpError(422, undefined, parsed);
}

/** The preview of a draft, with the fields that its form submits again. */
export async function previewDraft(viewer: Viewer, draft: Record<string, string>) {
  const job = parseJob(jobSchema, draft);
  if ("errors" in job) throw redirect(checkHref(job.errors), 303);
  const [logo] = await selectNextLogo(viewer.id, job.value.companyName);
  const companyLogo = logo?.file ?? null;
  const row = { ...job.value, id: 0, postedAt: Date.now(), companyLogo, isOpen: true };
  const fields = Object.entries(draft).filter(([name]) => name in jobSteps[3]);
  return { job: { ...presentJobDetails(row), contact: presentContact(row) }, fields };
}

/** The address of the first step with one of these errors, which that step then shows. */
function checkHref(errors: FieldErrors): string {
  const step = steps.find((each) => Object.keys(errors).some((name) => name in jobSteps[each]));
  return `/post-job?step=${step ?? 1}&check=1`;
}
