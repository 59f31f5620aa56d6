import { and, desc, gte, lt, sql } from "drizzle-orm";
import { formatShortMoment } from "#app/events/times.ts";
import { env } from "#app/platform/env.server.ts";
import { isAddressOn } from "#app/platform/http/area-switch.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { addDays, formatShortDay, startOfDay, today } from "#app/platform/time/time.server.ts";
import { arePublic } from "#app/questions/access.server.ts";
import { listQuestions } from "#app/questions/read.server.ts";
import { questionPath } from "#app/questions/slug.ts";
import { db, events, jobs, resources } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { upcomingEvents } from "#db/scopes/events.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";

const weekDays = 7;
/** Few enough for a message in a group. */
const maxPerSection = 10;

/** Without a member's name and the address of an online event, because guests read it and members forward it. */
interface WeekItem {
  /** Does not change with the title. */
  idPath: string;
  path: string;
  title: string;
  detail: string;
  /** Shown at the start of the row: an event's day, a company, a file's type, or nothing. */
  mark: string;
  publishedAt: number;
  updatedAt: number;
}
export interface WeekSection {
  title: string;
  /** The full list. */
  path: string;
  items: WeekItem[];
  hasMore: boolean;
}

/**
 * What a group would like to know on Monday: the coming seven days' events, the past seven days' jobs and notes, and
 * questions without an answer. Days are counted in `TIME_ZONE`. Empty sections and areas that are off are left out.
 * @param isMember whether to include questions that guests cannot read
 */
export async function loadWeek(isMember: boolean, now = Date.now()): Promise<WeekSection[]> {
  const day = today(now);
  const since = startOfDay(addDays(day, -weekDays));
  const before = startOfDay(addDays(day, weekDays + 1));
  const limit = maxPerSection + 1;
  const { where, orderBy } = upcomingEvents(now);
  const { coming, openings, notes } = await namedBatch({
    coming: db
      .select()
      .from(events)
      .where(and(where, lt(events.startsAt, before)))
      .orderBy(...orderBy)
      .limit(limit),
    openings: db
      .select()
      .from(jobs)
      .where(and(gte(jobs.postedAt, since), isListedJob, isOpenJob(day)))
      .orderBy(desc(jobs.postedAt), desc(jobs.id))
      .limit(limit),
    // Newer rows have higher ids, so the newest rows are enough.
    notes: db
      .select()
      .from(resources)
      .where(
        and(
          gte(resources.createdAt, since),
          sql`${resources.id} in (select id from ${resources} order by id desc limit ${limit})`,
        ),
      )
      .orderBy(desc(resources.id)),
  });
  const asked =
    arePublic || isMember ? (await listQuestions({ sort: "unanswered" }, null, { limit })).page : [];
  const sections: Omit<WeekSection, "hasMore">[] = [
    {
      title: "Events",
      path: "/events",
      items: coming.map((event) => ({
        ...atPath(`/events/${event.id}`),
        title: event.title,
        detail: `${formatShortMoment(event.startsAt, env.TIME_ZONE, now)}, ${event.location}`,
        mark: formatShortDay(today(event.startsAt)),
        publishedAt: event.createdAt,
        updatedAt: event.updatedAt,
      })),
    },
    {
      title: "Jobs",
      path: "/jobs",
      items: openings.map((job) => ({
        ...atPath(`/jobs/${job.id}`),
        title: job.title,
        detail: [job.companyName, ...job.locations].join(", "),
        mark: job.companyName,
        publishedAt: job.postedAt,
        updatedAt: job.editedAt ?? job.postedAt,
      })),
    },
    {
      title: "Notes",
      path: "/resources/browse",
      items: notes.map((note) => ({
        ...atPath(`/resources/${note.id}`),
        title: note.title,
        detail: [note.courseCode, `Year ${note.year}`].filter((fact) => fact !== null).join(", "),
        mark: note.fileType.toUpperCase(),
        publishedAt: note.createdAt,
        updatedAt: note.createdAt,
      })),
    },
    {
      title: "Questions without an answer",
      path: "/questions?sort=unanswered",
      items: asked.map((question) => ({
        idPath: `/questions/${question.id}`,
        path: questionPath(question),
        title: question.title,
        detail: "",
        mark: "",
        publishedAt: question.askedAt,
        updatedAt: question.editedAt ?? question.askedAt,
      })),
    },
  ];
  return sections
    .filter(({ path, items }) => items.length > 0 && isAddressOn(path))
    .map((section) => ({
      ...section,
      items: section.items.slice(0, maxPerSection),
      hasMore: section.items.length > maxPerSection,
    }));
}

const atPath = (path: string) => ({ idPath: path, path });

/** The week as a message: the same for guests and members. */
export function describeWeek(sections: readonly WeekSection[]): string {
  const lines = sections.map(({ title, path, items, hasMore }) =>
    [
      `*${title}*`,
      ...items.map((item) =>
        [`- ${item.title}${item.detail && `, ${item.detail}`}`, `  ${siteOrigin}${item.path}`].join("\n"),
      ),
      ...(hasMore ? [`- More: ${siteOrigin}${path}`] : []),
    ].join("\n"),
  );
  const empty = lines.length === 0 ? ["Nothing new this week."] : lines;
  return [`This week at ${settings.siteName}`, ...empty, `${siteOrigin}/this-week`].join("\n\n");
}
