import { Button, type ButtonLook, buttonClass } from "../../ui/button.tsx";
import type { ListedJob } from "./present-job.server.ts";

/** The Apply button of a job. A job without a link leads to its own page, which says that there is none. */
export function ApplyButton({
  job,
  ...look
}: { job: Pick<ListedJob, "id" | "title" | "isOpen" | "applyHref"> } & ButtonLook) {
  const style: ButtonLook = { variant: "outline", size: "sm", ...look };
  if (!job.isOpen) {
    return (
      <Button type="button" {...style} variant="secondary" disabled>
        Applications Closed
      </Button>
    );
  }
  if (!job.applyHref) {
    return (
      <a
        className={buttonClass(style)}
        href={`/jobs/${job.id}?apply=1`}
        aria-label={`Apply Now: ${job.title}`}
      >
        Apply Now
      </a>
    );
  }
  const isMail = job.applyHref.startsWith("mailto:");
  return (
    <a
      className={buttonClass(style)}
      href={job.applyHref}
      aria-label={`Apply Now: ${job.title}`}
      target={isMail ? undefined : "_blank"}
      rel={isMail ? undefined : "noopener nofollow"}
    >
      Apply Now
    </a>
  );
}
