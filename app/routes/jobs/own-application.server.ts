import type { jobApplications } from "#db/index.ts";
import { applicationFileUrl, applicationLabels } from "../../schemas/application-texts.ts";
import { formatDateTime } from "../../time/time.server.ts";

/** What a member sent for a job, and its answer. */
export const presentOwnApplication = (sent: typeof jobApplications.$inferSelect) => ({
  id: String(sent.id),
  jobId: String(sent.jobId),
  state: applicationLabels[sent.state],
  answer: sent.answer,
  letter: sent.letter,
  sent: formatDateTime(sent.sentAt),
  file: sent.file && { url: applicationFileUrl(sent.id, sent.fileName), name: sent.fileName },
});
