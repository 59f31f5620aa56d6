import { useContext, useMemo, useSyncExternalStore } from "react";
import { useOutlet } from "react-router";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { getViewer } from "../../auth/session.server.ts";
import { keepUnderDialog } from "../../client/dialogs.ts";
import { withFallback } from "../../client/requests.ts";
import { nameTimeZone } from "../../events/times.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import type { PublicEvent } from "../../schemas/event.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { visuallyHidden } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { SiteContext, Title } from "../../ui/page.tsx";
import type { Route } from "./+types/list.ts";
import { Carousel } from "./carousel.tsx";
import { EventCard } from "./event-card.tsx";
import type { DialogContext } from "./event-dialog.tsx";
import * as styles from "./events.css.ts";
import { participate } from "./participate.server.ts";
import { participationTexts } from "./participation-texts.ts";
import { type PresentedEvent, presentEvent } from "./present-event.ts";
import { selectEventLists, toListItem } from "./queries.server.ts";
import { useLiveEvents } from "./use-live-events.ts";

export const handle = {
  cache: { params: ["after"], varyBy: "guests" },
  dialogs: true,
  keep: "offline",
};

const pageSize = 24;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const now = Date.now();
  const after = readPosition(url.searchParams.get("after"));
  const lists = await queryOrNull(context, () => selectEventLists(viewer, pageSize + 1, now, after));
  const page = {
    isMember: viewer !== null,
    viewer: viewer && { id: String(viewer.id), isAdmin: viewer.isAdmin },
    isSavingData: request.headers.get("Save-Data") === "on",
  };
  if (!lists) return { ...page, lists: null };
  const [upcoming, past] = lists;
  const { page: shown, last } = cutPage(upcoming, pageSize);
  return {
    ...page,
    lists: {
      upcoming: shown.map((event) => toListItem(event, now)),
      past: past.map((event) => toListItem(event, now)),
      nextHref: last ? `/events?after=${last.startsAt}-${last.id}` : null,
      isFirst: after === undefined,
    },
  };
}

export const clientLoader = withFallback(() => ({
  isMember: null,
  viewer: null,
  isSavingData: false,
  lists: null,
}));

export const action = participate;

export const clientAction = keepForm(participationTexts);

export const shouldRevalidate = keepUnderDialog;

/** The events, and over them the dialog of an address below `/events`. Without scripts that address is a page alone. */
export default function Events({ loaderData, actionData }: Route.ComponentProps) {
  const { isMember, viewer, isSavingData } = loaderData;
  const { timeZone } = useContext(SiteContext);
  const context: DialogContext = { isGuest: isMember === false };
  const dialog = useOutlet(context);
  const hasScripts = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const zone = nameTimeZone(timeZone);
  const added = useLiveEvents(loaderData);
  const { lists: loadedLists } = loaderData;
  const lists = useMemo(
    () =>
      loadedLists &&
      added.reduce((current, event) => addEvent(current, event, viewer, timeZone), loadedLists),
    [loadedLists, added, viewer, timeZone],
  );
  const isAlone = dialog && !hasScripts;
  return (
    <>
      {/* At one place in both cases, so that what is typed before the scripts have started stays. */}
      {dialog ?? (
        <Title description="Workshops, talks and competitions of our college community.">Events</Title>
      )}
      <link rel="alternate" type="application/atom+xml" title="Events" href="/events.atom" />
      {isAlone ? (
        isMember && <h1 className={visuallyHidden}>Events</h1>
      ) : (
        <div className={styles.body} data-events>
          <div className={styles.head}>
            <div>
              <h1>Events</h1>
              <p className={styles.subtitle}>
                Workshops, talks and competitions of our college community. All times are {zone}.{" "}
                <a href="/events.ics" download>
                  Add all to your calendar
                </a>
              </p>
            </div>
            {isMember && (
              <ButtonLink to="/events/new" preventScrollReset>
                <Icon name="plus" />
                Create Event
              </ButtonLink>
            )}
          </div>
          <FormAlert failure={actionData?.failure} />
          {lists ? (
            <Lists lists={lists} isMember={isMember ?? false} isSavingData={isSavingData} />
          ) : (
            <LoadFailure text={eventTexts.loadFailed} />
          )}
        </div>
      )}
    </>
  );
}

type LoadedLists = NonNullable<Route.ComponentProps["loaderData"]["lists"]>;

/** Inserts an event that has just been announced, and sorts it in. */
function addEvent(
  lists: LoadedLists,
  event: PublicEvent,
  viewer: Route.ComponentProps["loaderData"]["viewer"],
  timeZone: string,
): LoadedLists {
  const { upcoming, past, nextHref, isFirst } = lists;
  if ([...upcoming, ...past].some(({ id }) => id === event.id)) return lists;
  const canEdit = viewer !== null && (viewer.isAdmin || viewer.id === event.organizerId);
  const own = { isRegistered: false, waiting: null, canEdit };
  const presented = presentEvent(event, own, timeZone, Date.now());
  const byDate = (a: PresentedEvent, b: PresentedEvent) => a.date.localeCompare(b.date);
  if (presented.isPast) {
    return { ...lists, past: [presented, ...past].sort((a, b) => byDate(b, a)).slice(0, 3) };
  }
  // Beyond the ends of this page it belongs to another one.
  const [first, last] = [upcoming[0], upcoming.at(-1)];
  const isBefore = !isFirst && first && byDate(presented, first) < 0;
  const isAfter = nextHref !== null && last && byDate(presented, last) > 0;
  if (isBefore || isAfter) return lists;
  return { ...lists, upcoming: [presented, ...upcoming].sort(byDate) };
}

function Lists({
  lists: { upcoming, past, nextHref, isFirst },
  isMember,
  isSavingData,
}: {
  lists: LoadedLists;
  isMember: boolean;
  isSavingData: boolean;
}) {
  return (
    <>
      {isFirst && upcoming.length > 0 && (
        <Carousel
          key={upcoming.map(({ id }) => id).join()}
          events={upcoming}
          isMember={isMember}
          isStill={isSavingData}
        />
      )}
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
