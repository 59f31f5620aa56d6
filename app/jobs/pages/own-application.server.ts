import { formatDateTime } from "#app/platform/time/time.server.ts";
import type { jobApplications } from "#db/index.ts";
import { applicationFileUrl, applicationLabels } from "../application-texts.ts";

const isHeld = ({ answeredAt }: typeof jobApplications.$inferSelect) =>
  answeredAt !== null && answeredAt > Date.now();

/** A member's application, with its answer once that can no longer be undone. */
export const presentOwnApplication = (sent: typeof jobApplications.$inferSelect) => ({
  id: String(sent.id),
  jobId: String(sent.jobId),
  state: applicationLabels[isHeld(sent) ? (sent.unansweredState ?? "read") : sent.state],
  answer: isHeld(sent) ? null : sent.answer,
  letter: sent.letter,
  sent: formatDateTime(sent.sentAt),
  file: sent.file && { url: applicationFileUrl(sent.id, sent.fileName), name: sent.fileName },
});
