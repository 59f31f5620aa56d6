import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import { ExperienceItem } from "./experience-item.tsx";
import type { loadExperiences } from "./job-experiences.server.ts";

/** Members' experiences with a job's company. */
export const JobExperiences = ({
  experiences: { company, href, shareHref, rows },
  className,
}: {
  experiences: Awaited<ReturnType<typeof loadExperiences>>;
  className: string;
}) => (
  <section className={className} id="experiences">
    <h2>
      How it went at <bdi>{company}</bdi>
    </h2>
    {rows.length === 0 && <p className={quiet}>Nobody has shared an experience with this company yet.</p>}
    <ul>
      {rows.map((experience) => (
        <ExperienceItem key={experience.id} experience={experience} />
      ))}
    </ul>
    <p className={row[3]}>
      <ButtonLink to={shareHref} variant="outline" size="sm">
        Share how it went
      </ButtonLink>
      <Link to={href} className={touchable}>
        Everything about this company
      </Link>
    </p>
  </section>
);
