import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { askTopicHref } from "#app/people/asking.ts";
import { listAskWays, personColumns, presentPerson } from "#app/people/person.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobs, users } from "#db/index.ts";
import { canBeginAnonymously } from "#db/scopes/conversations.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import { topicNames } from "#db/scopes/members.ts";
import { logoUrl } from "../jobs/input.server.ts";
import { companyHref, experienceTexts } from "./texts.ts";

/** Only this many of the company's newest jobs are read. */
const maxJobs = 1_000;
const maxMembers = 6;

/** A company's name as a job, a member's profile or an experience spells it. Guests find those with jobs. @throws HttpError 404 */
export async function requireCompanyName(name: string, reader: Pick<Viewer, "id"> | null): Promise<string> {
  const [found] = await db
    .select({
      name: sql<string | null>`coalesce(
        ${
          isAreaOn("jobs")
            ? sql`(select company_name from jobs where company_name = ${name} collate nocase and ${isListedJob}
                order by id desc limit 1)`
            : sql`null`
        },
        ${
          reader
            ? sql`(select company from users where company = ${name} collate nocase and +status = 'active' limit 1),
              (select company_name from experiences where company_name = ${name} collate nocase order by id desc limit 1)`
            : sql`null`
        }, null)`,
    })
    .from(sql`(select 1)`);
  if (!found?.name) throw new HttpError(404, experienceTexts.noCompany);
  return found.name;
}

/**
 * A company by its full name: its logo, its open jobs and, for members, people who work there and offer help. Null if
 * no job names it, unless its name is `known`.
 */
export async function loadCompany(name: string, reader: Pick<Viewer, "id"> | null, known?: string) {
  const { companyName, companyLogo, closedAt, deadline } = jobs;
  const newest = db
    .select({ companyName, companyLogo, closedAt, deadline })
    .from(jobs)
    .where(sql`${jobs.companyName} = ${name} collate nocase and ${isListedJob}`)
    .orderBy(desc(jobs.id))
    .limit(maxJobs)
    .as("jobs");
  const [[job], [logo], [counted], members] = await Promise.all([
    db.select({ name: newest.companyName }).from(newest).limit(1),
    db.select({ file: newest.companyLogo }).from(newest).where(isNotNull(newest.companyLogo)).limit(1),
    db.select({ all: sql<number>`count(*)`, open: sql<number>`total(${isOpenJob(today())})` }).from(newest),
    reader ? selectAskable(name, reader.id) : [],
  ]);
  const shownName = job?.name ?? known;
  if (shownName === undefined) return null;
  const { all = 0, open = 0 } = counted ?? {};
  return {
    name: shownName,
    href: companyHref(shownName),
    logo: logo?.file ? logoUrl(logo.file) : null,
    hasJobs: job !== undefined,
    openJobs: isAreaOn("jobs") ? describeOpen(open, all) : null,
    members: members.map(({ topics, askBy, allowAnonymous, ...row }) => ({
      id: row.id,
      person: presentPerson(row),
      topics: topics.split(" ").map((topic) => ({
        topic,
        href: askTopicHref(listAskWays({ askBy, allowAnonymous }), row.id, topic),
      })),
    })),
  };
}

function describeOpen(open: number, all: number): string {
  if (open === 1) return "1 open job";
  return `${open === 0 ? "No" : all < maxJobs ? open : `${open}+`} open jobs`;
}

/** As in the directory, every member sees where others work. Members on "not now" are left out. */
const selectAskable = (company: string, readerId: number) =>
  db
    .select({
      ...personColumns,
      askBy: users.askBy,
      allowAnonymous: sql`${users.allowAnonymous} and ${canBeginAnonymously(readerId)}`.mapWith(Boolean),
      topics: topicNames,
    })
    .from(users)
    .where(
      and(
        sql`${users.company} = ${company} collate nocase and ${users.company} is not null`,
        eq(users.status, "active"),
        eq(users.offersHelp, true),
        ne(users.id, readerId),
      ),
    )
    .orderBy(desc(users.id))
    .limit(maxMembers);
