import type { ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { ApplyButton } from "./apply-button.tsx";
import * as styles from "./list.css.ts";
import type { ListedJob } from "./present-job.server.ts";

/** One job in a list. The whole row links to the job's page, except for its buttons: `children`, or Apply. */
export function JobRow({
  job,
  isMember = true,
  own,
  hasState = true,
  children,
}: {
  job: ListedJob;
  isMember?: boolean;
  /** A line that only the reader sees. */
  own?: string | null;
  /** Whether to show if the job is open. Members who applied see their own state instead. */
  hasState?: boolean;
  children?: ReactNode;
}) {
  const [locations, workplace, type, salary] = job.facts;
  return (
    <li className={styles.row} id={`job-${job.id}`}>
      <Avatar name={job.company} avatarUrl={job.logo} square />
      <div className={styles.rowText}>
        <h2 className={styles.rowTitle}>
          <a href={`/jobs/${job.id}`} dir="auto">
            {job.title}
          </a>
        </h2>
        <p className={styles.facts}>
          <b dir="auto">{job.company}</b>
          <span>{locations}</span>
          <span>{workplace}</span>
          <span>{type}</span>
          <span>{salary}</span>
        </p>
        {own && (
          <p className={styles.own} dir="auto">
            {own}
          </p>
        )}
      </div>
      <p className={styles.state}>
        {hasState && (
          <span className={job.isOpen ? styles.accepting : styles.closed}>
            {job.isOpen ? "Accepting applications" : "Applications closed"}
          </span>
        )}
        {hasState && job.deadline && <span>{job.deadline}</span>}
        <span>{job.posted}</span>
      </p>
      <div className={styles.rowAction}>
        {children ?? (
          <div className={styles.apply}>
            <ApplyButton job={job} isMember={isMember} />
          </div>
        )}
      </div>
      <div className={styles.flash}>
        <FlashLine at={`job-${job.id}`} />
      </div>
    </li>
  );
}
