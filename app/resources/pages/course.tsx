import { and, desc, eq, ne, sql } from "drizzle-orm";
import { Link } from "react-router";
import { askTopicHref } from "#app/people/asking.ts";
import { listAskWays, personColumns, presentPerson } from "#app/people/person.server.ts";
import { PersonLine } from "#app/people/person.tsx";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { normalizeCode } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { filterHref } from "#app/ui/client/filter-address.ts";
import { EmptyState } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Title } from "#app/ui/page.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { quiet, spread } from "#app/ui/styles/layout.css.ts";
import { db, users } from "#db/index.ts";
import { canBeginAnonymously } from "#db/scopes/conversations.ts";
import { filteredMemberIds } from "#db/scopes/members.ts";
import { courseResourceIds } from "#db/scopes/resources.ts";
import { examLabels, exams, resourceTexts } from "../rules.ts";
import type { Route } from "./+types/course.ts";
import * as styles from "./course.css.ts";
import { type PresentedResource, presentResource, selectListedResources } from "./read-resources.server.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as listStyles from "./resources.css.ts";
import { ShowPreviews } from "./show-previews.tsx";

const maxPapers = 200;
const maxNotes = 20;
const maxHelpers = 6;

export const handle = {
  scripts: "members",
  cache: { params: ["previews"], varyBy: "guests" },
  offline: "renewed",
  title: "Course",
  failed: resourceTexts.listFailed,
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const code = normalizeCode(params.code).toUpperCase();
  const papers = await selectListedResources(courseResourceIds(code, { papers: true, limit: maxPapers + 1 }));
  const notes = await selectListedResources(courseResourceIds(code, { papers: false, limit: maxNotes + 1 }));
  const present = presentResource(viewer !== null);
  return {
    code,
    isMember: viewer !== null,
    papers: toGrid(papers.slice(0, maxPapers).map(present)),
    notes: notes.slice(0, maxNotes).map(present),
    hasMore: papers.length > maxPapers || notes.length > maxNotes,
    helpers: viewer ? await queryOrNull(context, () => listHelpers(code, viewer.id)) : null,
  };
}

/** A course's code as the name of a topic. */
const topicOf = (code: string) => code.toLowerCase().replaceAll(" ", "-");

/** Members who like to be asked about a course. Those on "not now" are left out. */
async function listHelpers(code: string, readerId: number) {
  const topic = topicOf(code);
  const condition = sql`${and(eq(users.status, "active"), eq(users.offersHelp, true), ne(users.id, readerId))}`;
  const rows = await db
    .select({
      ...personColumns,
      askBy: users.askBy,
      allowAnonymous: sql`${users.allowAnonymous} and ${canBeginAnonymously(readerId)}`.mapWith(Boolean),
    })
    .from(users)
    .where(
      sql`${users.id} in (select id from (${filteredMemberIds({ topic }, today(), condition)}) limit ${maxHelpers})`,
    )
    .orderBy(desc(users.id));
  return rows.map(({ askBy, allowAnonymous, ...row }) => ({
    id: String(row.id),
    person: presentPerson(row),
    askHref: askTopicHref(listAskWays({ askBy, allowAnonymous }), row.id, topic),
  }));
}

/** The years with papers, the latest first and those without a year last, and the exams that have papers. */
function toGrid(papers: PresentedResource[]) {
  const years = [...new Set(papers.map(({ paperYear }) => paperYear))].sort((a, b) => (b ?? 0) - (a ?? 0));
  const shown = [...exams, null].filter((exam) => papers.some((paper) => paper.exam === exam));
  return {
    columns: shown.map((exam) => (exam ? examLabels[exam] : "Exam not given")),
    rows: years.map((year) => ({
      year: year === null ? "Without a year" : String(year),
      cells: shown.map((exam) =>
        papers
          .filter((paper) => paper.paperYear === year && paper.exam === exam)
          .map(({ id, title }) => ({ id, title })),
      ),
    })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Course({ loaderData }: Route.ComponentProps) {
  const { code, isMember, papers, notes, hasMore, helpers } = loaderData;
  const isEmpty = papers.rows.length === 0 && notes.length === 0;
  return (
    <div className={page}>
      <Title description={`Past papers and notes of ${code}.`}>{code}</Title>
      <div className={listStyles.pageHead}>
        <div>
          <Back to="/resources">Resource Sharing Hub</Back>
          <h1 dir="auto">{code}</h1>
        </div>
        {isMember && (
          <ButtonLink to={filterHref("/resources/upload", { courseCode: code })} reloadDocument>
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
      </div>
      {isEmpty ? (
        <EmptyState scene="shelf" title={`Nothing of ${code} yet`}>
          <p>Nobody has shared a paper or a note with this course code.</p>
          <ButtonLink to="/resources/browse" variant="outline">
            Browse All Resources
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <section className={listStyles.section}>
            <h2>Past papers</h2>
            {papers.rows.length > 0 ? (
              <Papers papers={papers} />
            ) : (
              <p className={quiet}>No past papers of this course yet.</p>
            )}
          </section>
          <section className={listStyles.section}>
            <h2>Notes and more</h2>
            {notes.length > 0 ? (
              <>
                <ShowPreviews resources={notes} />
                <ul className={listStyles.list}>
                  {notes.map((resource) => (
                    <ResourceRow key={resource.id} resource={resource} place="year" />
                  ))}
                </ul>
              </>
            ) : (
              <p className={quiet}>No notes of this course yet.</p>
            )}
            {hasMore && (
              <div>
                <ButtonLink to={filterHref("/resources/browse", { courseCode: code })} variant="outline">
                  All of {code}
                </ButtonLink>
              </div>
            )}
          </section>
        </>
      )}
      <section className={listStyles.section}>
        <h2>Help with {code}</h2>
        <Helpers code={code} helpers={helpers} isMember={isMember} />
      </section>
    </div>
  );
}

const Papers = ({ papers: { columns, rows } }: { papers: Route.ComponentProps["loaderData"]["papers"] }) => (
  <table className={styles.papers}>
    <thead>
      <tr>
        <th scope="col">Year</th>
        {columns.map((exam) => (
          <th key={exam} scope="col">
            {exam}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ year, cells }) => (
        <tr key={year}>
          <th scope="row">{year}</th>
          {cells.map((cell, index) => (
            <td key={columns[index]}>
              {cell.length > 0 && (
                <>
                  <span className={`${styles.exam} ${quiet}`}>{columns[index]}</span>
                  <ul>
                    {cell.map(({ id, title }) => (
                      <li key={id}>
                        <Link to={`/resources/${id}`} dir="auto">
                          {title}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function Helpers({
  code,
  helpers,
  isMember,
}: Pick<Route.ComponentProps["loaderData"], "code" | "helpers" | "isMember">) {
  if (!isMember)
    return <p className={quiet}>Members see here who helps with this course. Log in to see them.</p>;
  if (helpers === null) return <p className={quiet}>The helpers couldn't be loaded. Try again later.</p>;
  if (helpers.length === 0) return <p className={quiet}>Nobody has offered help with this course yet.</p>;
  return (
    <ul className={styles.helpers}>
      {helpers.map(({ id, person, askHref }) => (
        <li key={id} className={`${spread} ${styles.helper}`}>
          <PersonLine person={person} size="md" />
          <ButtonLink to={askHref} variant="outline" size="sm">
            Ask about {code}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
