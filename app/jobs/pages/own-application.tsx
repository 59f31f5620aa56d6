import { ReportLink } from "#app/moderation/report-link.tsx";
import { prose, quiet, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./job.css.ts";
import { opener } from "./list.css.ts";
import type { presentOwnApplication } from "./own-application.server.ts";

export const OwnApplication = ({
  application: { id, jobId, state, answer, letter, sent, file },
}: {
  application: ReturnType<typeof presentOwnApplication>;
}) => (
  <section className={styles.question} id="application" aria-labelledby="application-title">
    <h2 id="application-title">Your application: {state}</h2>
    {answer && (
      <>
        <p className={prose} dir="auto">
          {answer}
        </p>
        <p className={quiet}>
          <ReportLink
            subject="application-answer"
            id={id}
            backTo={`/jobs/${jobId}`}
            label="Report this answer"
            className={styles.report}
          />
        </p>
      </>
    )}
    <details className={styles.tracking}>
      <summary className={opener}>What you sent</summary>
      <div className={stack[3]}>
        <p className={prose} dir="auto">
          {letter}
        </p>
        {file ? (
          <a href={file.url} target="_blank" rel="noopener">
            {file.name}
          </a>
        ) : (
          <p className={quiet}>The PDF is deleted: the job closed 60 days ago.</p>
        )}
        <p className={quiet}>Sent {sent}. Only the person who posted the job can read it.</p>
      </div>
    </details>
  </section>
);
