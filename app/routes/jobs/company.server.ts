import { and, desc, eq, sql } from "drizzle-orm";
import { db, jobs, users } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { topicNames } from "#db/scopes/members.ts";
import { personColumns, presentPerson } from "../../people/person.server.ts";
import { logoUrl } from "../../schemas/job.ts";
import { today } from "../../time/time.server.ts";

const maxCounted = 1_000;
const maxMembers = 6;

/**
 * A company by its whole name: its logo, its open jobs, and, for members, who says that they work there and likes to be
 * asked. Null where no job names it.
 */
export async function loadCompany(name: string, isForMember: boolean) {
  const isOfCompany = sql`${jobs.companyName} = ${name} collate nocase`;
  const [[job], [logo], [open], members] = await Promise.all([
    db
      .select({ name: jobs.companyName, website: jobs.companyWebsite })
      .from(jobs)
      .where(isOfCompany)
      .orderBy(desc(jobs.id))
      .limit(1),
    db
      .select({ file: jobs.companyLogo })
      .from(jobs)
      .where(and(isOfCompany, sql`${jobs.companyLogo} is not null`))
      .orderBy(desc(jobs.id))
      .limit(1),
    db
      .select({ count: sql<number>`count(*)` })
      .from(sql`(select 1 from jobs where ${isOfCompany} and ${isOpenJob(today())} limit ${maxCounted + 1})`),
    isForMember ? selectAskable(name) : [],
  ]);
  if (!job) return null;
  const count = open?.count ?? 0;
  return {
    name: job.name,
    website: job.website,
    logo: logo?.file ? logoUrl(logo.file) : null,
    openJobs:
      count === 1
        ? "1 open job"
        : `${count === 0 ? "No" : count > maxCounted ? `${maxCounted}+` : count} open jobs`,
    members: members.map(({ topics, askBy, ...row }) => ({
      id: row.id,
      person: presentPerson(row),
      topics: topics.split(" ").map((topic) => ({
        topic,
        href: askBy.includes("public")
          ? `/questions/new?tags=${encodeURIComponent(topic)}&ask=${row.id}`
          : `/messages/${row.id}`,
      })),
    })),
  };
}

/** Every member sees where members work, as in the directory. Who is on "not now" is left out. */
const selectAskable = (company: string) =>
  db
    .select({ ...personColumns, askBy: users.askBy, topics: topicNames })
    .from(users)
    .where(
      and(
        sql`${users.company} = ${company} collate nocase and ${users.company} is not null`,
        eq(users.status, "active"),
        eq(users.offersHelp, true),
      ),
    )
    .orderBy(desc(users.id))
    .limit(maxMembers);
