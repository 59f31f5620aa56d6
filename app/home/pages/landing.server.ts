import { assets } from "virtual:react-router/server-build";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { formatShortMoment } from "#app/events/times.ts";
import { env } from "#app/platform/env.server.ts";
import { isAddressOn, isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { arePublic } from "#app/questions/access.server.ts";
import {
  batchTotals,
  db,
  events,
  jobs,
  landing,
  resourceCategories,
  resources,
  resourceTotals,
} from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { upcomingEvents } from "#db/scopes/events.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import type { ReportSubject } from "#db/vocabulary.ts";
import { samples } from "../content.ts";
import type { LandingSection } from "../landing-rules.ts";

/** The entries of a section: the college's own, or samples. */
export interface Shown<Entry> {
  isSample: boolean;
  entries: readonly Entry[];
}

/** Smaller numbers are hidden, because they would make the site look empty. */
const minShown = 20;

/** Whether an item has an unresolved report. */
const isReported = (subject: ReportSubject, id: SQL) => sql`exists (select 1 from reports
  where reports.subject = ${subject} and reports.subject_id = cast(${id} as text) and reports.resolved_at is null)`;

/** Loads the landing page's sections and the latest public items. A section that the college hides is null. */
export async function loadLanding(now = Date.now()) {
  const {
    rows,
    event: [event],
    job: [job],
    note: [note],
    members: [members],
    notes: [notes],
  } = await namedBatch({
    rows: db.select().from(landing),
    event: db
      .select({ id: events.id, title: events.title, startsAt: events.startsAt, location: events.location })
      .from(events)
      .where(upcomingEvents(now).where)
      .orderBy(...upcomingEvents(now).orderBy)
      .limit(1),
    job: db
      .select({ id: jobs.id, title: jobs.title, company: jobs.companyName })
      .from(jobs)
      .where(
        and(
          isListedJob,
          isOpenJob(today(now)),
          sql`${jobs.postedAt} <= ${now - dayMs}`,
          sql`not ${isReported("job", sql`jobs.id`)}`,
        ),
      )
      .orderBy(desc(jobs.id))
      .limit(1),
    note: db
      .select({
        id: resources.id,
        title: resources.title,
        category: resourceCategories.name,
        year: resources.year,
      })
      .from(resources)
      .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
      .where(
        and(
          sql`(${resources.createdAt} <= ${now - dayMs}
            or exists (select 1 from thanks where thanks.resource_id = ${resources.id} and thanks.blocked_at is null))`,
          sql`not ${isReported("resource", sql`resources.id`)}`,
        ),
      )
      .orderBy(desc(resources.id))
      .limit(1),
    members: db.select({ total: sql<number>`total(${batchTotals.total})` }).from(batchTotals),
    notes: db.select({ total: sql<number>`total(${resourceTotals.total})` }).from(resourceTotals),
  });
  const find = (name: LandingSection) => rows.find(({ section }) => section === name);
  const read = <Entry>(name: keyof typeof samples, sampleEntries: readonly Entry[]): Shown<Entry> | null => {
    const row = find(name);
    if (row?.isHidden) return null;
    const entries = (row?.entries ?? []) as Entry[];
    return entries.length > 0 ? { isSample: false, entries } : { isSample: true, entries: sampleEntries };
  };
  const ownFeatures = find("features");
  const count = (total: number | undefined, words: string) =>
    total && total >= minShown ? [`${total.toLocaleString("en-IN")} ${words}`] : [];
  return {
    partners: read("partners", samples.partners),
    /** The college's texts, which replace the page's. */
    features: ownFeatures?.isHidden ? null : (ownFeatures?.entries ?? []),
    placed: read("placed", samples.placed),
    testimonials: read("testimonials", samples.testimonials),
    areQuestionsPublic: arePublic,
    /** The latest item of each public kind. */
    live: [
      ...(event
        ? [
            {
              label: "Next event",
              to: `/events/${event.id}`,
              title: event.title,
              text: `${formatShortMoment(event.startsAt, env.TIME_ZONE, now)} · ${event.location}`,
            },
          ]
        : []),
      ...(job ? [{ label: "Open job", to: `/jobs/${job.id}`, title: job.title, text: job.company }] : []),
      ...(note
        ? [
            {
              label: "New notes",
              to: `/resources/${note.id}`,
              title: note.title,
              text: `${note.category}, year ${note.year}`,
            },
          ]
        : []),
    ].filter(({ to }) => isAddressOn(to)),
    numbers: [
      ...count(members?.total, "students and alumni"),
      ...(isAreaOn("resources") ? count(notes?.total, "shared notes") : []),
    ],
  };
}
export type Landing = Awaited<ReturnType<typeof loadLanding>>;

/** The landing page's stylesheets. Members load them only on `/welcome`. */
export const landingStyles = (): string[] =>
  (assets.routes["home/pages/welcome"]?.css ?? []).filter((file) => !assets.routes.root?.css?.includes(file));
