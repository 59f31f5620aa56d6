import { Button, ButtonLink, type ButtonLook, buttonClass } from "../../ui/button.tsx";
import type { PresentedJob } from "./present-job.server.ts";

/**
 * The way to apply for a job. Where there is none, the job's own page says so
 * ("Application link not available for this job.").
 */
export function Apply({
  job,
  ...look
}: { job: Pick<PresentedJob, "id" | "title" | "open" | "applyHref"> } & ButtonLook) {
  const style: ButtonLook = { variant: "outline", size: "sm", ...look };
  if (!job.open) {
    return (
      <Button type="button" {...style} variant="secondary" disabled>
        Applications Closed
      </Button>
    );
  }
  if (!job.applyHref) {
    return (
      <ButtonLink to={`/jobs/${job.id}?apply=1`} {...style} aria-label={`Apply Now: ${job.title}`}>
        Apply Now
      </ButtonLink>
    );
  }
  const away = job.applyHref.startsWith("mailto:") ? {} : { target: "_blank", rel: "noopener nofollow" };
  return (
    <a className={buttonClass(style)} href={job.applyHref} aria-label={`Apply Now: ${job.title}`} {...away}>
      Apply Now
    </a>
  );
}
