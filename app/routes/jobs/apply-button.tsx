import { Button, type ButtonLook, buttonClass } from "../../ui/button.tsx";
import type { ListedJob } from "./present-job.server.ts";

/**
 * The Apply button of a job. In person, it leads to the contact on the job's page; a job whose link is missing leads to
 * its own page, which says so. For members it leads over an address of ours, where it is counted.
 */
export function ApplyButton({
  job,
  isMember,
  ...look
}: {
  job: Pick<ListedJob, "id" | "title" | "isOpen" | "isInPerson" | "isHere" | "applyHref">;
  isMember: boolean;
} & ButtonLook) {
  const style: ButtonLook = { variant: "outline", size: "sm", ...look };
  if (!job.isOpen) {
    return (
      <Button type="button" {...style} variant="secondary" disabled>
        Applications Closed
      </Button>
    );
  }
  if (job.isInPerson) {
    return (
      <a
        className={buttonClass(style)}
        href={`/jobs/${job.id}#contact`}
        aria-label={`Apply in person: ${job.title}`}
      >
        Apply in person
      </a>
    );
  }
  if (job.isHere) {
    return (
      <a className={buttonClass(style)} href={`/jobs/${job.id}/apply`} aria-label={`Apply Now: ${job.title}`}>
        Apply Now
      </a>
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
      href={isMember && !isMail ? `/jobs/${job.id}/apply` : job.applyHref}
      data-address={isMember ? job.applyHref : undefined}
      aria-label={`Apply Now: ${job.title}`}
      target={isMail ? undefined : "_blank"}
      rel={isMail ? undefined : isMember ? "noopener nofollow" : "noreferrer nofollow"}
    >
      Apply Now
    </a>
  );
}
