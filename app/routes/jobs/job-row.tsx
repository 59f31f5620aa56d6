import { Link } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { ApplyButton } from "./apply-button.tsx";
import * as styles from "./list.css.ts";
import type { PresentedJob } from "./present-job.server.ts";

/** One job of the list. All of it is a link to the job's page, but for its button. */
export function JobRow({ job }: { job: PresentedJob }) {
  return (
    <li className={styles.row}>
      <Avatar name={job.company} avatarUrl={job.logo} square />
      <div className={styles.rowText}>
        <h2 className={styles.rowTitle}>
          <Link to={`/jobs/${job.id}`}>{job.title}</Link>
        </h2>
        <p className={styles.facts}>
          <b>{job.company}</b> · {job.facts.join(" · ")}
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
