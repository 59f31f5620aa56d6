import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import type { loadCompany } from "./company.server.ts";
import * as styles from "./list.css.ts";

/** A company's open jobs, and the members there who offer help. */
export function CompanyHead({ company }: { company: NonNullable<Awaited<ReturnType<typeof loadCompany>>> }) {
  return (
    <section className={styles.company} aria-labelledby="company-name">
      <div className={styles.companyName}>
        <Avatar name={company.name} avatarUrl={company.logo} size="lg" square />
        <div>
          <h2 id="company-name" dir="auto">
            {company.name}
          </h2>
          <p className={quiet}>{company.openJobs}</p>
        </div>
      </div>
      {company.members.length > 0 && (
        <>
          <h3>They work there and like to be asked</h3>
          <ul className={stack[3]}>
            {company.members.map(({ id, person, topics }) => (
              <li key={id} className={stack[1]}>
                <PersonLine person={person} size="md" />
                <p className={`${row[3]} ${quiet}`}>
                  {topics.map(({ topic, href }) => (
                    <Link key={topic} to={href}>
                      Ask about {topic}
                    </Link>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
