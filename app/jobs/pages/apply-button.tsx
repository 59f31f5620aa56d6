import { Button, type ButtonLook, buttonClass } from "#app/ui/button.tsx";
import type { JobRelation } from "#db/scopes/applications.ts";
import * as styles from "./list.css.ts";
import type { ListedJob } from "./present-job.server.ts";

const relations: Record<JobRelation, string> = { yours: "Yours", applied: "Applied" };

/** How the reader relates to a job. */
export const Relation = ({ to }: { to: JobRelation }) => <b className={styles.relation}>{relations[to]}</b>;

/**
 * A job's Apply button. For in-person jobs it links to the contact on the job's page; a job without a link links to its
 * own page, which explains that. Members follow a counting redirect of ours. Posters and members who have applied get
 * no button.
 */
export function ApplyButton({
  job,
  isMember,
  ...look
}: {
  job: Pick<ListedJob, "id" | "title" | "isOpen" | "isInPerson" | "isHere" | "applyHref" | "relation">;
  isMember: boolean;
} & ButtonLook) {
  const style: ButtonLook = { variant: "outline", size: "sm", ...look };
  if (!job.isOpen) {
    return (
      <>
        <Button type="button" {...style} variant="secondary" disabled>
          Applications Closed
        </Button>
        {job.relation && <Relation to={job.relation} />}
      </>
    );
  }
  if (job.relation) return <Relation to={job.relation} />;
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
  const isMail = isMailAddress(job.applyHref);
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

const isMailAddress = (href: string) => href.startsWith("mailto:");

/** Where the button leads, unless that is one of our pages. */
export const ApplyMethod = ({
  job: { isOpen, relation, isInPerson, isHere, applyHref },
}: {
  job: Pick<ListedJob, "isOpen" | "isInPerson" | "isHere" | "applyHref" | "relation">;
}) =>
  isOpen &&
  !relation &&
  !isInPerson &&
  !isHere &&
  applyHref && <span>{isMailAddress(applyHref) ? "by email" : "on their site"}</span>;
