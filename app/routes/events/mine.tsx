import { and, sql } from "drizzle-orm";
import { pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { selectEvents } from "../../events/events.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/mine.ts";
import { EventCard } from "./event-card.tsx";
import * as styles from "./events.css.ts";
import { participate } from "./participate.server.ts";
import { participationTexts } from "./participation-texts.ts";
import { toListItem } from "./queries.server.ts";

const pageSize = 24;
const addresses = { comingUp: "/events/mine", past: "/events/mine?when=past" } as const;

export const handle = { keep: "own" };

/** The events that a member organizes, is registered for or waits for; `?when=past` those that are over. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const now = Date.now();
  const isPast = url.searchParams.get("when") === "past";
  const after = readPosition(url.searchParams.get("after"));
  const { where, orderBy } = isPast ? pastEvents(now, after) : upcomingEvents(now, after);
  const rows = await queryOrNull(context, () =>
    selectEvents(viewer)
      .where(and(where, isMine(viewer.id)))
      .orderBy(...orderBy)
      .limit(pageSize + 1),
  );
  if (!rows) return { isPast, events: null, nextHref: null, isFirst: true };
  const { page, last } = cutPage(rows, pageSize);
  const query = isPast ? "when=past&" : "";
  return {
    isPast,
    events: page.map((event) => ({
      ...toListItem(event, now),
      isOrganizer: event.organizerId === viewer.id,
    })),
    nextHref: last ? `/events/mine?${query}after=${last.startsAt}-${last.id}` : null,
    isFirst: after === undefined,
  };
}

const isMine = (userId: number) => sql`events.id in (
  select own.id from events own where own.organizer_id = ${userId}
  union select event_id from event_registrations where user_id = ${userId}
  union select event_id from event_waiting where user_id = ${userId})`;

export async function action(args: Route.ActionArgs) {
  await requireViewer(args);
  return participate(args);
}

export const clientAction = keepForm(participationTexts);

export const clientLoader = withFallback(() => ({
  isPast: false,
  events: null,
  nextHref: null,
  isFirst: true,
}));

export default function MyEvents({
  loaderData: { isPast, events, nextHref, isFirst },
  actionData,
}: Route.ComponentProps) {
  const current = isPast ? addresses.past : addresses.comingUp;
  return (
    <div className={styles.body}>
      <Title>My events</Title>
      <div>
        <div className={styles.head}>
          <div>
            <h1>My events</h1>
            <p className={styles.subtitle}>What you organize, are registered for or wait for.</p>
          </div>
          <ButtonLink to="/events/new">
            <Icon name="plus" />
            Create Event
          </ButtonLink>
        </div>
        <Tabs
          className={styles.tabs}
          label="My events"
          links={[
            [addresses.comingUp, "Coming up"],
            [addresses.past, "Over"],
          ]}
          current={current}
        />
      </div>
      <FormAlert failure={actionData?.failure} />
      {!events ? (
        <LoadFailure text={eventTexts.loadFailed} />
      ) : events.length === 0 ? (
        <EmptyState title={isPast ? "Nothing is over yet" : "Nothing is coming up"}>
          <p>Register for an event, or announce one of your own.</p>
          <ButtonLink to="/events" variant="outline">
            See the events
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {events.map((event) => (
            <EventCard
              key={event.id}
              event={event}
              isMember
              note={event.isOrganizer && "You organize this"}
            />
          ))}
        </ul>
      )}
      {(nextHref || !isFirst) && (
        <nav className={styles.more} aria-label="More of my events">
          {!isFirst && (
            <ButtonLink to={current} variant="ghost">
              Back to the first
            </ButtonLink>
          )}
          {nextHref && (
            <ButtonLink to={nextHref} variant="outline">
              More events
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  );
}
