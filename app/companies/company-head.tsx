import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { item } from "#app/ui/list.css.ts";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import type { loadCompany } from "./company.server.ts";

type Company = NonNullable<Awaited<ReturnType<typeof loadCompany>>>;

/** A company's open jobs; in a list also the members there who offer help. @param isPage whether it heads its own page */
export function CompanyHead({ company, isPage = false }: { company: Company; isPage?: boolean }) {
  const isOn = useIsOn();
  const Heading = isPage ? "h1" : "h2";
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
      {!isPage && <Helpers members={company.members} />}
    </section>
  );
}

/** @param isPage whether it is a part of the company's own page */
export function Helpers({ members, isPage = false }: { members: Company["members"]; isPage?: boolean }) {
  const Heading = isPage ? "h2" : "h3";
  if (members.length === 0) return null;
  return (
    <div className={stack[3]}>
      <Heading className={isPage ? size.large : undefined}>They work there and like to be asked</Heading>
      <ul className={stack[3]}>
        {members.map(({ id, person, topics }) => (
          <li key={id} className={stack[1]}>
            <PersonLine person={person} size="md" />
            <p className={`${row[2]} ${quiet}`}>
              <span>Ask about</span>
              {topics.map(({ topic, href }) => (
                <Link key={topic} to={href} aria-label={`Ask ${person.name} about ${topic}`}>
                  {topic}
                </Link>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
