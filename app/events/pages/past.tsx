import { sql } from "drizzle-orm";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Pager } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { db, events } from "#db/index.ts";
import { eventColumns, pastEvents } from "#db/scopes/events.ts";
import { pageOf, readTimeCursor } from "#db/scopes/pages.ts";
import { findEventPage } from "#db/search.ts";
import { parseEventFilter } from "../input.server.ts";
import { eventFilterNames, eventTexts } from "../texts.ts";
import { nameTerm } from "../times.ts";
import type { Route } from "./+types/past.ts";
import { EventCard } from "./event-card.tsx";
import { EventSearch } from "./event-search.tsx";
import * as styles from "./events.css.ts";
import { participate } from "./participate.server.ts";
import { participationTexts } from "./participation-texts.ts";
import { hostsOf, toListItem } from "./read-events.server.ts";

export const handle = {
  title: "Past events",
  failed: eventTexts.loadFailed,
  scripts: "members",
  cache: { params: ["cursor", "after", ...eventFilterNames], varyBy: "guests" },
  offline: "offline",
};

const pageSize = 24;
const names = new Intl.ListFormat("en-GB");

/** Past events, latest first, grouped by half year. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await getViewer(args);
  const now = Date.now();
  const filter = parseEventFilter(args.url.searchParams);
  limitListSearch(viewer, getRequestContext(args.context), filter);
  const after = readTimeCursor(args.url);
  const { where, stoppedAt } = await findEventPage("past", filter, { now, after, limit: pageSize + 1 });
  const rows = await db
    .select({ ...eventColumns(viewer), sharedCount, sharedTitles })
    .from(events)
    .where(where)
    .orderBy(...pastEvents(now).orderBy)
    .limit(pageSize + 1);
  const list = pageOf(
    rows,
    pageSize,
    (event) => ({
      ...toListItem(event, now),
      term: nameTerm(event.startsAt, env.TIME_ZONE),
      note: describePast(hostsOf(event), event),
      shared: describeShared(event),
    }),
    ({ startsAt }) => startsAt,
    stoppedAt,
  );
  return { filter, list, isMember: viewer !== null };
}

/** "By Asha Verma and Rohan Pillai", "30 registered, 25 came" */
function describePast(
  hosts: { name: string }[],
  {
    registrationCount: registered,
    checkedInCount: came,
  }: { registrationCount: number; checkedInCount: number },
) {
  const people = [registered > 0 && `${registered} registered`, came > 0 && `${came} came`];
  return [`By ${names.format(hosts.map(({ name }) => name))}`, people.filter(Boolean).join(", ")].filter(
    Boolean,
  );
}

const sharedShown = 2;
const sharedCount = sql<number>`(select count(*) from resources where resources.event_id = events.id)`;
const sharedTitles = sql<string>`(select json_group_array(title) from (select title from resources
  where resources.event_id = events.id order by id desc limit ${sharedShown}))`;

/** "Shared: Slides of the evening, Photos and 3 more" */
function describeShared(row: { sharedCount: number; sharedTitles: string }) {
  if (row.sharedCount === 0) return null;
  const titles: string[] = JSON.parse(row.sharedTitles);
  const more = row.sharedCount - titles.length;
  return `Shared: ${titles.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = participate;

export const clientAction = preserveForm(participationTexts);

export default function PastEvents({ loaderData }: Route.ComponentProps) {
  const { filter, list, isMember } = loaderData;
  const terms = [...Map.groupBy(list.rows, ({ term }) => term)];
  return (
    <div className={styles.body}>
      <div>
        <Back to="/events">All events</Back>
        <Title heading description="What took place in our college community.">
          {handle.title}
        </Title>
        <Area className={styles.area} name="sky" />
      </div>
      <EventSearch action="/events/past" filter={filter} isMember={isMember} />
      <FormAlert />
      {terms.map(([term, ofTerm]) => (
        <section key={term} className={stack[4]} aria-label={term}>
          <h2>{term}</h2>
          <ul className={styles.grid}>
            {ofTerm.map((event) => (
              <EventCard
                key={event.id}
                event={event}
                isMember={isMember}
                note={event.note}
                shared={event.shared}
                isOver
              />
            ))}
          </ul>
        </section>
      ))}
      {terms.length === 0 && (
        <EmptyState title="No past events">
          <p>No past event matches this.</p>
        </EmptyState>
      )}
      <Pager next={list.next} filterNames={eventFilterNames} />
    </div>
  );
}
