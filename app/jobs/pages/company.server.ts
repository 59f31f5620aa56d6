import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { askTopicHref } from "#app/people/asking.ts";
import { listAskWays, personColumns, presentPerson } from "#app/people/person.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobs, users } from "#db/index.ts";
import { canBeginAnonymously } from "#db/scopes/conversations.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import { topicNames } from "#db/scopes/members.ts";
import { logoUrl } from "../input.server.ts";

/** Only this many of the company's newest jobs are read. */
const maxJobs = 1_000;
const maxMembers = 6;

/**
 * A company by its full name: its logo, its open jobs and, for members, people who work there and offer help. Null if
 * no job names it.
 */
export async function loadCompany(name: string, reader: Pick<Viewer, "id"> | null) {
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
  if (!job) return null;
  const { all = 0, open = 0 } = counted ?? {};
  return {
    name: job.name,
    logo: logo?.file ? logoUrl(logo.file) : null,
    openJobs:
      open === 1 ? "1 open job" : `${open === 0 ? "No" : all < maxJobs ? open : `${open}+`} open jobs`,
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
