import { shareHref } from "#app/companies/job-experiences.server.ts";
import type { Reason } from "#app/notices/removal-notices.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";
import { changeJob, deleteJob } from "../jobs.server.ts";
import { offerReferral, withdrawReferral } from "../referrals.server.ts";
import { answerHowItWent, declineTracking, forgetJob, saveJob, trackJob } from "../tracking.server.ts";
import type { TrackingInput } from "../tracking-input.server.ts";
import { trackingLabels } from "../tracking-texts.ts";

/** The message about an action, and the action that undoes it. */
interface Done {
  text: string;
  undo?: JobAct;
  /** Where to go instead of back to the job. */
  to?: string;
}

/** What the forms of a job's page send. */
interface JobForm {
  reason: Reason;
  /** @throws HttpError 422 */
  tracking(): TrackingInput;
}

/** The actions of a job's buttons. Each returns null if its condition matched no job. */
export const jobActs = {
  async save({ id }: Viewer, jobId: string): Promise<Done | null> {
    const isSaved = await saveJob(id, toId(jobId), isVisibleJob(id));
    return isSaved ? { text: "Saved. You'll find it in My jobs.", undo: "forget" } : null;
  },

  async forget({ id }: Viewer, jobId: string): Promise<Done> {
    await forgetJob(id, toId(jobId));
    return { text: "The job is no longer saved.", undo: "save" };
  },

  async track({ id }: Viewer, jobId: string, { tracking }: JobForm): Promise<Done | null> {
    const input = tracking();
    if (!(await trackJob(id, toId(jobId), input))) return null;
    return {
      text: input.state
        ? `Noted: ${trackingLabels[input.state]}. You'll find it in My jobs.`
        : "You no longer track the job.",
    };
  },

  async applied({ id }: Viewer, jobId: string): Promise<Done | null> {
    if (!(await trackJob(id, toId(jobId), { state: "applied" }))) return null;
    return { text: "Good luck! You'll find the job in My jobs.", undo: "track" };
  },

  async "not-applied"({ id }: Viewer, jobId: string): Promise<Done> {
    await declineTracking(id, toId(jobId));
    return { text: "We won't ask again." };
  },

  async "say-how"({ id }: Viewer, jobId: string): Promise<Done | null> {
    const job = await answerHowItWent(id, toId(jobId));
    return job && { text: "", to: shareHref(job) };
  },

  async "not-say-how"({ id }: Viewer, jobId: string): Promise<Done | null> {
    return (await answerHowItWent(id, toId(jobId))) && { text: "We won't ask again." };
  },

  async refer(viewer: Viewer, jobId: string): Promise<Done> {
    await offerReferral(viewer, toId(jobId));
    return { text: "You are now listed as somebody who can refer people.", undo: "unrefer" };
  },

  async unrefer(viewer: Viewer, jobId: string): Promise<Done> {
    await withdrawReferral(viewer, toId(jobId));
    return { text: "You are no longer listed.", undo: "refer" };
  },

  async close(viewer: Viewer, jobId: string): Promise<Done | null> {
    const job = await setClosed(viewer, jobId, "closed", Date.now());
    return job && { text: "Applications are closed.", undo: "reopen" };
  },

  async reopen(viewer: Viewer, jobId: string): Promise<Done | null> {
    const job = await setClosed(viewer, jobId, "reopened", null);
    const text = job?.isOpen
      ? "Applications are open again."
      : "The job is reopened, but its deadline has passed. Edit it to set a new one.";
    return job && { text, undo: "close" };
  },

  async delete(viewer: Viewer, jobId: string, { reason }: JobForm): Promise<Done | null> {
    return (await deleteJob(viewer, toId(jobId), { reason })) ? { text: "The job is deleted." } : null;
  },
};
export type JobAct = keyof typeof jobActs;

const setClosed = (viewer: Viewer, jobId: string, verb: string, closedAt: number | null) =>
  changeJob(viewer, toId(jobId), { values: { closedAt }, verb });
