import { Link } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { Apply } from "./apply.tsx";
import * as styles from "./list.css.ts";
import type { PresentedJob } from "./present-job.server.ts";

/** One job of a list: title first, its facts in a quiet line, the way to apply at the end. */
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
        <p className={job.open ? styles.accepting : styles.closed}>
          {job.open ? "Accepting applications" : "Applications closed"} · {job.posted}
        </p>
      </div>
      <div className={styles.rowAction}>
        <Apply job={job} />
      </div>
    </li>
  );
}
