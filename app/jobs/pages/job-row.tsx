import type { ReactNode } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { lines } from "#app/ui/linked-text.css.ts";
import { ApplyButton, ApplyMethod } from "./apply-button.tsx";
import * as styles from "./list.css.ts";
import type { ListedJob } from "./present-job.server.ts";

/** One job in a list. The whole row links to the job's page, except for its buttons: `children`, or Apply. */
export function JobRow({
  job,
  isMember = true,
  href = `/jobs/${job.id}`,
  own,
  state,
  children,
}: {
  job: ListedJob & { isSaved?: boolean };
  isMember?: boolean;
  href?: string;
  /** A line that only the reader sees. */
  own?: string | null;
  /** For members who applied, in place of the job's state and the buttons. */
  state?: ReactNode;
  children?: ReactNode;
}) {
  const [locations, workplace, type, salary] = job.facts;
  const pay = job.hasSalary ? <b>{salary}</b> : <span>{salary}</span>;
  // Only members' acts lead back to a row.
  const anchor = isMember ? `job-${job.id}` : undefined;
  return (
    <li className={styles.row} id={anchor}>
      <Avatar name={job.company} avatarUrl={job.logo} square />
      <div className={styles.rowText}>
        <h2 className={styles.rowTitle}>
          <a href={href} dir="auto">
            {job.title}
          </a>
          {job.isSaved && !job.relation && <b> Saved</b>}
        </h2>
        <p className={styles.facts}>
          <span dir="auto">{job.company}</span>
          <span>{locations}</span>
          <span>{type}</span>
          <span>{workplace}</span>
          {state ? pay : <span>{job.posted ?? "Recently"}</span>}
        </p>
        {own && (
          <p className={`${lines} ${styles.own}`} dir="auto">
            {own}
          </p>
        )}
      </div>
      {state ? (
        <p className={styles.stated}>{state}</p>
      ) : (
        <>
          <p className={styles.state}>
            {pay}
            <span className={job.isOpen ? undefined : styles.closed}>
              <span>{job.isOpen ? "Accepting applications" : "Applications closed"}</span>{" "}
              <ApplyMethod job={job} />
            </span>
            {job.deadline && <span>{job.deadline}</span>}
          </p>
          <div className={styles.rowAction}>{children ?? <ApplyButton job={job} isMember={isMember} />}</div>
        </>
      )}
      {anchor && (
        <div className={styles.flash}>
          <FlashLine at={anchor} />
        </div>
      )}
    </li>
  );
}
