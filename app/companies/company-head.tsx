import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { item } from "#app/ui/list.css.ts";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import type { loadCompany } from "./company.server.ts";

type Company = NonNullable<Awaited<ReturnType<typeof loadCompany>>>;

/** A company's open jobs, and the members there who offer help. @param isPage whether it is the head of its own page */
export function CompanyHead({ company, isPage = false }: { company: Company; isPage?: boolean }) {
  const isOn = useIsOn();
  const Heading = isPage ? "h1" : "h2";
  const SubHeading = isPage ? "h2" : "h3";
  const jobsHref = `/jobs?company=${encodeURIComponent(company.name)}`;
  return (
    <section className={isPage ? stack[4] : item} aria-labelledby="company-name">
      <div className={row[3]}>
        <Avatar name={company.name} avatarUrl={company.logo} size="lg" square />
        <div>
          <Heading id="company-name" dir="auto">
            {company.name}
          </Heading>
          <p className={quiet}>
            {isPage && company.hasJobs && company.openJobs ? (
              <Link to={jobsHref}>{company.openJobs}</Link>
            ) : (
              company.openJobs
            )}
            {!isPage && isOn(company.href) && (
              <>
                {" · "}
                <Link to={company.href}>About this company</Link>
              </>
            )}
          </p>
        </div>
      </div>
      {company.members.length > 0 && (
        <>
          <SubHeading>They work there and like to be asked</SubHeading>
          <ul className={stack[4]}>
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
