import { Avatar } from "../../ui/avatar.tsx";
import { ApplyButton } from "./apply-button.tsx";
import * as styles from "./list.css.ts";
import type { ListedJob } from "./present-job.server.ts";

/** One job of the list. All of it is a link to the job's page, but for its button. */
export function JobRow({ job }: { job: ListedJob }) {
  return (
    <li className={styles.row}>
      <Avatar name={job.company} avatarUrl={job.logo} square />
      <div className={styles.rowText}>
        <h2 className={styles.rowTitle}>
          <a href={`/jobs/${job.id}`}>{job.title}</a>
        </h2>
        <p className={styles.facts}>
          <b>{job.company}</b> · {job.facts}
        </p>
      </div>
      <p className={job.isOpen ? styles.accepting : styles.closed}>
        {job.isOpen ? "Accepting applications" : "Applications closed"}
        <span className={styles.posted}>{job.posted}</span>
      </p>
      <div className={styles.rowAction}>
        <ApplyButton job={job} />
      </div>
    </li>
  );
}
