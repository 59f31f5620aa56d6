import { Link } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { padded, stack } from "#app/ui/styles/layout.css.ts";
import { readCursor } from "#db/scopes/pages.ts";
import { listCompanies } from "../companies.server.ts";
import { companyHref, experienceTexts } from "../texts.ts";
import type { Route } from "./+types/companies.ts";
import * as styles from "./companies.css.ts";

export const handle = {
  title: "Companies",
  failed: experienceTexts.companiesFailed,
  scripts: "members",
  cache: { params: ["cursor"], varyBy: "guests" },
};

const pageSize = 50;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const cursor = readCursor(url) ?? undefined;
  const { page, next } = await listCompanies(viewer !== null, { limit: pageSize, cursor });
  return {
    isMember: viewer !== null,
    rows: page.map(({ name, experiences, ...counts }) => ({
      name,
      href: companyHref(name),
      shared: count(experiences, "experience", "experiences"),
      facts: describe(counts),
    })),
    next: next ?? null,
  };
}

const describe = ({ jobs, people }: { jobs: number; people: number }) =>
  [count(jobs, "open job", "open jobs"), count(people, "person", "people")].flatMap((fact) => fact ?? []);

const count = (number: number, one: string, many: string) =>
  number === 0 ? null : `${number}${number === 100 ? "+" : ""} ${number === 1 ? one : many}`;

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Companies({ loaderData: { isMember, rows, next } }: Route.ComponentProps) {
  return (
    <div className={`${page} ${stack[4]} ${padded}`}>
      <div className={styles.head}>
        <div>
          <Title heading>Companies</Title>
          <p className={styles.lead}>
            {isMember
              ? "Where members work or applied, and how it went."
              : "Companies with jobs for our college community."}
          </p>
        </div>
        {isMember && (
          <ButtonLink to="/experiences/new" variant="outline">
            Share how it went
          </ButtonLink>
        )}
      </div>
      <List
        rows={rows}
        next={next}
        scene="table"
        empty={["No companies yet", "A company appears here with its first job, member or experience."]}
        className={styles.list}
      >
        {({ name, href, shared, facts }) => (
          <li key={name} className={styles.listed}>
            <Avatar name={name} size="md" square />
            <div>
              <h2>
                <Link to={href} dir="auto">
                  {name}
                </Link>
              </h2>
              <p className={styles.facts}>
                {shared && <b className={styles.shared}>{shared}</b>}
                {facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </p>
            </div>
          </li>
        )}
      </List>
    </div>
  );
}
