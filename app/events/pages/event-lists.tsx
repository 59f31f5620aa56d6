import { Link } from "react-router";
import { EmptyState } from "#app/ui/empty.tsx";
import { List } from "#app/ui/list.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import type { ListPage } from "#db/scopes/pages.ts";
import type { PublicEvent } from "../input.server.ts";
import { eventFilterNames } from "../texts.ts";
import { Carousel } from "./carousel.tsx";
import { EventCard } from "./event-card.tsx";
import * as styles from "./events.css.ts";
import { type PresentedEvent, presentEvent } from "./present-event.ts";

interface Lists {
  upcoming: ListPage<PresentedEvent>;
  past: PresentedEvent[];
  isFirst: boolean;
}

/** Inserts a newly announced event in its sorted position. */
export function addEvent(
  lists: Lists,
  event: PublicEvent,
  viewer: { id: string; isAdmin: boolean } | null,
  timeZone: string,
): Lists {
  const {
    upcoming: { rows, next },
    past,
    isFirst,
  } = lists;
  if ([...rows, ...past].some(({ id }) => id === event.id)) return lists;
  const isOrganizer = viewer?.id === event.organizerId;
  const own = {
    isRegistered: false,
    waiting: null,
    canEdit: isOrganizer || viewer?.isAdmin === true,
    isOrganizer,
    // Frames have no questions. The reload that follows shows them.
    hasQuestions: false,
    owesAnswers: false,
  };
  const presented = presentEvent(event, own, timeZone, Date.now());
  const byDate = (a: PresentedEvent, b: PresentedEvent) => a.date.localeCompare(b.date);
  if (presented.isPast) {
    return { ...lists, past: [presented, ...past].sort((a, b) => byDate(b, a)).slice(0, 3) };
  }
  // An event outside this page's range belongs to another page.
  const [first, last] = [rows[0], rows.at(-1)];
  const isBefore = !isFirst && first && byDate(presented, first) < 0;
  const isAfter = next !== null && last && byDate(presented, last) > 0;
  if (isBefore || isAfter) return lists;
  return { ...lists, upcoming: { rows: [presented, ...rows].sort(byDate), next } };
}

/** @param isStill whether the visitor saves data, which stops automatic movement */
export function EventLists({
  upcoming,
  past,
  isFirst,
  isMember,
  isStill,
}: Lists & { isMember: boolean; isStill: boolean }) {
  const card = (event: PresentedEvent) => <EventCard key={event.id} event={event} isMember={isMember} />;
  return (
    <>
      {isFirst && upcoming.rows.length > 0 && (
        <Carousel
          key={upcoming.rows.map(({ id }) => id).join()}
          events={upcoming.rows}
          isMember={isMember}
          isStill={isStill}
        />
      )}
      <section className={stack[4]} aria-labelledby="upcoming">
        <h2 id="upcoming">Upcoming Events</h2>
        <List
          scene="night"
          {...upcoming}
          filterNames={eventFilterNames}
          empty={["No upcoming events", "Be the first to create an exciting event!"]}
          className={styles.grid}
        >
          {card}
        </List>
      </section>
      <section className={stack[4]} aria-labelledby="past">
        <h2 id="past">Past Events</h2>
        {past.length > 0 ? (
          <ul className={styles.grid}>
            {past.map((event) => (
              <EventCard key={event.id} event={event} isMember={isMember} isOver />
            ))}
          </ul>
        ) : (
          <EmptyState scene="night" title="No recent past events">
            <p>Past events will appear here once they're completed.</p>
          </EmptyState>
        )}
        {past.length > 0 && (
          <p className={quiet}>
            <Link to="/events/past" className={touchable}>
              All past events
            </Link>
          </p>
        )}
      </section>
    </>
  );
}
