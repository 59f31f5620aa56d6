import { useSyncExternalStore } from "react";
import { data, useOutlet } from "react-router";
import type { EventPosition } from "#db/scopes/events.ts";
import { getViewer } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { unseen } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { loadOr } from "../../ui/client-requests.ts";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/list.ts";
import { Carousel } from "./carousel.tsx";
import { EventCard } from "./event-card.tsx";
import * as styles from "./events.css.ts";
import { presentRow, selectEventLists } from "./queries.server.ts";

export const handle = {
  noJs: "guests",
  guestPage: { params: ["after"], tables: ["events", "event_registrations", "event_waiting", "images"] },
};

const pageSize = 24;

/** Where the upcoming events continue, in the address: `after=<moment>-<id>`. */
function readPosition(text: string | null): EventPosition | undefined {
  const [, startsAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { startsAt: Number(startsAt), id: Number(id) };
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const now = Date.now();
  const after = readPosition(url.searchParams.get("after"));
  const lists = await queryOrNull(context, () => selectEventLists(viewer, pageSize + 1, now, after));
  const page = { isMember: viewer !== null, viewerId: viewer && String(viewer.id), timeZone: env.TIME_ZONE };
  if (!lists) return data({ ...page, lists: null }, 503);
  const [upcoming, past] = lists;
  const shown = upcoming.slice(0, pageSize);
  const last = upcoming.length > pageSize ? shown.at(-1) : undefined;
  return {
    ...page,
    lists: {
      upcoming: shown.map((event) => presentRow(event, now)),
      past: past.map((event) => presentRow(event, now)),
      nextHref: last ? `/events?after=${last.startsAt}-${last.id}` : null,
      isFirst: after === undefined,
    },
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOr(serverLoader, { isMember: null, viewerId: null, timeZone: "UTC", lists: null });

/** The headers of the dialogs' actions: a 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The events, and over them the dialog of an address below `/events`. Without scripts that address is a page alone. */
export default function Events({ loaderData }: Route.ComponentProps) {
  const dialog = useOutlet();
  const hasScripts = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (dialog && !hasScripts) {
    return (
      <>
        <h1 className={unseen}>Events</h1>
        {dialog}
      </>
    );
  }
  const { isMember, lists } = loaderData;
  return (
    <>
      {dialog ?? (
        <Title description="Workshops, talks and competitions of our college community.">Events</Title>
      )}
      <div className={styles.body}>
        <div className={styles.head}>
          <div>
            <h1>Events</h1>
            <p className={styles.subtitle}>Workshops, talks and competitions of our college community</p>
          </div>
          {isMember && (
            <ButtonLink to="/events/new" preventScrollReset>
              <Icon name="plus" />
              Create Event
            </ButtonLink>
          )}
        </div>
        {lists ? (
          <Lists lists={lists} isMember={isMember ?? false} />
        ) : (
          <LoadFailure text={eventTexts.loadFailed} />
        )}
      </div>
    </>
  );
}

function Lists({
  lists: { upcoming, past, nextHref, isFirst },
  isMember,
}: {
  lists: NonNullable<Route.ComponentProps["loaderData"]["lists"]>;
  isMember: boolean;
}) {
  return (
    <>
      {isFirst && upcoming.length > 0 && <Carousel events={upcoming} />}
      <section className={styles.section} aria-labelledby="upcoming">
        <h2 id="upcoming">Upcoming Events</h2>
        {upcoming.length > 0 ? (
          <ul className={styles.grid}>
            {upcoming.map((event) => (
              <EventCard key={event.id} event={event} isMember={isMember} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No upcoming events">
            <p>Be the first to create an exciting event!</p>
          </EmptyState>
        )}
        {(nextHref || !isFirst) && (
          <nav className={styles.more} aria-label="More upcoming events">
            {!isFirst && (
              <ButtonLink to="/events" variant="ghost">
                Next events
              </ButtonLink>
            )}
            {nextHref && (
              <ButtonLink to={nextHref} variant="outline">
                Later events
              </ButtonLink>
            )}
          </nav>
        )}
      </section>
      <section className={styles.section} aria-labelledby="past">
        <h2 id="past">Past Events</h2>
        {past.length > 0 ? (
          <ul className={styles.grid}>
            {past.map((event) => (
              <EventCard key={event.id} event={event} isMember={isMember} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No recent past events">
            <p>Past events will appear here once they're completed.</p>
          </EmptyState>
        )}
      </section>
    </>
  );
}
