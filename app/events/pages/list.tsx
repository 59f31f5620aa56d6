import { useContext, useMemo, useState } from "react";
import { isRouteErrorResponse, useOutlet, useRouteError } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { skipUnderDialog } from "#app/ui/client/dialogs.ts";
import { Area } from "#app/ui/drawing.tsx";
import { RefusalPage } from "#app/ui/error-page.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { SendAgain, useUnsentForm } from "#app/ui/forms/send-again.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { SiteContext, Title } from "#app/ui/page.tsx";
import { pageOf, readTimeCursor } from "#db/scopes/pages.ts";
import type { EventRow } from "../events.server.ts";
import { parseEventFilter } from "../input.server.ts";
import { eventFilterNames, eventTexts } from "../texts.ts";
import { nameTimeZone } from "../times.ts";
import type { Route } from "./+types/list.ts";
import type { DialogContext } from "./event-dialog.tsx";
import { addEvent, EventLists } from "./event-lists.tsx";
import { EventSearch } from "./event-search.tsx";
import * as styles from "./events.css.ts";
import { participate } from "./participate.server.ts";
import { participationTexts } from "./participation-texts.ts";
import { loadEventLists, toListItem } from "./read-events.server.ts";
import { useLiveEvents } from "./use-live-events.ts";

export const handle = {
  title: "Events",
  failed: eventTexts.loadFailed,
  scripts: "members",
  cache: { params: ["cursor", "after", ...eventFilterNames], varyBy: "guests" },
  hasDialogs: true,
  offline: "offline",
};

const pageSize = 24;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await getViewer(args);
  const now = Date.now();
  const after = readTimeCursor(args.url);
  const filter = parseEventFilter(args.url.searchParams);
  limitListSearch(viewer, getRequestContext(args.context), filter);
  const { upcoming, past, stoppedAt } = await loadEventLists(viewer, {
    limit: pageSize + 1,
    now,
    after,
    filter,
  });
  const toItem = (event: EventRow) => toListItem(event, now);
  return {
    isMember: viewer !== null,
    calendarHref: `${siteOrigin.replace(/^https?/, "webcal")}/events.ics`,
    viewer: viewer && { id: String(viewer.id), isAdmin: viewer.isAdmin },
    filter,
    isSavingData: args.request.headers.get("Save-Data") === "on",
    lists: {
      upcoming: pageOf(upcoming, pageSize, toItem, ({ startsAt }) => startsAt, stoppedAt),
      past: past.map(toItem),
      isFirst: after === undefined,
    },
  };
}

/** The page still shows its time zone when the events could not be loaded. */
export function ErrorBoundary() {
  const error = useRouteError();
  const unsentForm = useUnsentForm();
  if (unsentForm) return <SendAgain form={unsentForm} />;
  if (isRouteErrorResponse(error) && error.status < 500) return <RefusalPage error={error} />;
  return (
    <div className={styles.body}>
      <Title>{handle.title}</Title>
      <Head isMember={false} />
      <LoadFailure text={handle.failed} />
    </div>
  );
}

export const action = participate;

export const clientAction = preserveForm(participationTexts);

export const shouldRevalidate = skipUnderDialog;

/** The events, with the dialog of an address that was opened from them. Opened from elsewhere, that address is a page. */
export default function Events({ loaderData }: Route.ComponentProps) {
  const { isMember, viewer, isSavingData } = loaderData;
  const { timeZone } = useContext(SiteContext);
  const [isOverList, setIsOverList] = useState(false);
  const context: DialogContext = { isOverList };
  const below = useOutlet(context);
  if (!below && !isOverList) setIsOverList(true);
  const added = useLiveEvents(loaderData);
  const { lists: loaded, filter } = loaderData;
  // A new event may not match the filter.
  const isFiltered = filter.search !== undefined || filter.type !== undefined;
  const lists = useMemo(
    () =>
      (isFiltered ? [] : added).reduce((lists, event) => addEvent(lists, event, viewer, timeZone), loaded),
    [loaded, added, viewer, timeZone, isFiltered],
  );
  return (
    <>
      {below ?? (
        <Title description="Workshops, talks and competitions of our college community.">Events</Title>
      )}
      <link rel="alternate" type="application/atom+xml" title="Events" href="/events.atom" />
      {isOverList && (
        <div className={styles.body} data-events>
          <Head isMember={isMember} calendarHref={loaderData.calendarHref} />
          <EventSearch action="/events" filter={filter} isMember={isMember} />
          <FormAlert />
          <EventLists {...lists} isMember={isMember} isStill={isSavingData} />
        </div>
      )}
    </>
  );
}

function Head({ isMember, calendarHref }: { isMember: boolean; calendarHref?: string }) {
  const { timeZone } = useContext(SiteContext);
  return (
    <div className={styles.head}>
      <div>
        <h1>Events</h1>
        <p className={styles.subtitle}>
          Workshops, talks and competitions of our college community. All times are {nameTimeZone(timeZone)}.{" "}
          {calendarHref && (
            <>
              <a href={calendarHref} aria-label="Subscribe to the calendar of all events">
                Subscribe
              </a>{" "}
              or{" "}
            </>
          )}
          <a href="/events.ics" download aria-label="Download the calendar of all events">
            {calendarHref ? "download" : "Download"}
          </a>
          .
        </p>
      </div>
      {isMember && (
        <ButtonLink to="/events/new" preventScrollReset>
          <Icon name="plus" />
          Create Event
        </ButtonLink>
      )}
      <Area className={styles.area} name="sky" />
    </div>
  );
}
