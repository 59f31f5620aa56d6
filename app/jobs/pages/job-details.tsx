import { Link } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { prose } from "#app/ui/styles/layout.css.ts";
import { ApplyMethod } from "./apply-button.tsx";
import * as styles from "./job.css.ts";
import * as listStyles from "./list.css.ts";
import type { DetailedJob } from "./present-job.server.ts";

/** A job's title, company and state. */
export const JobHead = ({ job }: { job: DetailedJob }) => (
  <>
    <header className={styles.head}>
      <Avatar name={job.company} avatarUrl={job.logo} size="lg" square />
      <h1 dir="auto">{job.title}</h1>
      <p dir="auto">
        {job.id === "0" ? (
          job.company
        ) : (
          <Link to={`/jobs?company=${encodeURIComponent(job.company)}`}>{job.company}</Link>
        )}
      </p>
      <p>
        <b>{job.facts[3]}</b>
      </p>
    </header>
    <p className={styles.state}>
      <span className={job.isOpen ? undefined : listStyles.closed}>
        {job.isOpen ? "Accepting applications" : "Applications closed"} <ApplyMethod job={job} />
      </span>
      {job.deadline && <span>{job.deadline}</span>}
      <span>{job.posted ? `Posted ${job.posted}` : "Recently"}</span>
    </p>
  </>
);

/** A job's remaining public details. */
export function JobDetails({ job }: { job: DetailedJob }) {
  return (
    <>
      <Facts job={job} />
      <section className={styles.part}>
        <h2>About the work</h2>
        <Prose className={styles.prose} html={job.descriptionHtml} />
      </section>
      {(job.about || job.website) && (
        <section className={styles.part}>
          <h2>
            About <bdi>{job.company}</bdi>
          </h2>
          {job.about && (
            <p className={prose} dir="auto">
              <LinkedText text={job.about} />
            </p>
          )}
          {job.website && (
            <p>
              <a href={job.website} target="_blank" rel="noreferrer nofollow" className={touchable}>
                {job.website.replace(/^https?:\/\//, "").replace(/\/$/, "")}
              </a>
            </p>
          )}
        </section>
      )}
    </>
  );
}

function Facts({ job }: { job: DetailedJob }) {
  const [locations, workplace, type] = job.facts;
  return (
    <FactList
      className={styles.facts}
      facts={[
        ["Type", type],
        ["Workplace", workplace],
        ["Location", locations],
        ["Industry", job.industry],
        ["Experience", job.experience],
        ["Education", job.education],
        ["Skills", job.skills.join(", ")],
      ]}
    />
  );
}
