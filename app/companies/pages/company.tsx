import { Form } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, spread, stack } from "#app/ui/styles/layout.css.ts";
import { readIdCursor } from "#db/scopes/pages.ts";
import { loadCompany, requireCompanyName } from "../company.server.ts";
import { CompanyHead, Helpers } from "../company-head.tsx";
import { ExperienceItem } from "../experience-item.tsx";
import { listExperiences } from "../experiences.server.ts";
import { experienceFilterSchema } from "../input.server.ts";
import { presentExperience } from "../present.server.ts";
import { experienceFilterNames, experienceRules, experienceTexts } from "../texts.ts";
import type { Route } from "./+types/company.ts";
import * as styles from "./companies.css.ts";

export const handle = {
  title: "Company",
  failed: experienceTexts.loadFailed,
  scripts: "members",
  cache: { params: [], varyBy: "guests" },
};

const pageSize = 10;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const name = await requireCompanyName(params.name, viewer);
  const company = await loadCompany(name, viewer, name);
  if (!company) throw new Error("a known company was not found");
  if (!viewer) return { company, filter: {}, list: null };
  const filter = experienceFilterSchema.parse(
    Object.fromEntries(experienceFilterNames.map((each) => [each, url.searchParams.getAll(each)])),
  );
  limitListSearch(viewer, getRequestContext(context), { search: filter.role });
  const { page, next } = await listExperiences({ ...filter, company: name }, viewer, {
    limit: pageSize,
    before: readIdCursor(url),
  });
  return {
    company,
    filter,
    list: { rows: page.map(presentExperience), next: next === undefined ? null : String(next) },
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Company({ loaderData: { company, filter, list } }: Route.ComponentProps) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const hasHelpers = company.members.length > 0;
  const shareHref = `/experiences/new?company=${encodeURIComponent(company.name)}`;
  return (
    <div className={hasHelpers ? styles.company : `${narrow} ${stack[5]} ${padded}`}>
      <div className={stack[3]}>
        <Title>{company.name}</Title>
        <Back to="/companies">Companies</Back>
        <CompanyHead company={company} isPage />
      </div>
      <Helpers members={company.members} isPage />
      <section className={styles.experiences}>
        <div className={spread}>
          <h2>How it went</h2>
          {list && <ButtonLink to={shareHref}>Share how it went</ButtonLink>}
        </div>
        {list ? (
          <>
            {(list.next !== null || list.rows.length > 4 || isFiltered) && <Filters filter={filter} />}
            <List
              {...list}
              filterNames={experienceFilterNames}
              scene="table"
              empty={
                isFiltered
                  ? [
                      "No experience found",
                      "Nobody has shared one like that. An experience whose year is not shown can't be found by year.",
                    ]
                  : ["No experiences yet", "Were you at an interview, or did you work here? Say how it went."]
              }
            >
              {(experience) => <ExperienceItem key={experience.id} experience={experience} />}
            </List>
          </>
        ) : (
          <p className={quiet}>
            Members read here how interviews, internships and jobs went. Log in to see it.
          </p>
        )}
      </section>
    </div>
  );
}

const Filters = ({ filter }: { filter: { role?: string | undefined; year?: number | undefined } }) => (
  <Form role="search" className={styles.filters}>
    <TextInput
      field={{ id: "role", name: "role", initialValue: filter.role ?? "" }}
      label="Role"
      optional={false}
      maxLength={experienceRules.role}
    />
    <TextInput
      field={{ id: "year", name: "year", initialValue: String(filter.year ?? "") }}
      label="Year"
      optional={false}
      inputMode="numeric"
    />
    <Button variant="outline">Show</Button>
  </Form>
);
