import { and, sql } from "drizzle-orm";
import { Link } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { touchable, visuallyHidden } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import { pageOf, readTimeCursor } from "#db/scopes/pages.ts";
import { selectEvents } from "../events.server.ts";
import { eventTexts } from "../texts.ts";
import type { Route } from "./+types/mine.ts";
import { EventCard } from "./event-card.tsx";
import * as styles from "./events.css.ts";
import { participate } from "./participate.server.ts";
import { participationTexts } from "./participation-texts.ts";
import { toListItem } from "./read-events.server.ts";

const pageSize = 24;
const addresses = { comingUp: "/events/mine", past: "/events/mine?when=past" } as const;

export const handle = { title: "My events", failed: eventTexts.loadFailed, offline: "own" };

/** The events that a member organizes, is registered for or waits for. `?when=past` lists the past ones. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const viewer = await requireViewer(args);
  const now = Date.now();
  const isPast = searchParams.get("when") === "past";
  const after = readTimeCursor(args.url);
  const { where, orderBy } = isPast ? pastEvents(now, after) : upcomingEvents(now, after);
  const rows = await selectEvents(viewer)
    .where(and(where, isMine(viewer.id)))
    .orderBy(...orderBy)
    .limit(pageSize + 1);
  const list = pageOf(
    rows,
    pageSize,
    (event) => ({ ...toListItem(event, now), isOrganizer: event.isOrganizer }),
    ({ startsAt }) => startsAt,
  );
  return { isPast, list };
}

const isMine = (userId: number) => sql`events.id in (
  select own.id from events own where own.organizer_id = ${userId}
  union select event_id from event_organizers where user_id = ${userId}
  union select event_id from event_registrations where user_id = ${userId}
  union select event_id from event_waiting where user_id = ${userId})`;

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** Guests are redirected to the log-in, because they have no page to show the form on again, unless events are off. */
export async function action(args: Route.ActionArgs) {
  if (isAreaOn("events")) await requireViewer(args);
  return participate(args);
}

export const clientAction = preserveForm(participationTexts);

export default function MyEvents({ loaderData: { isPast, list } }: Route.ComponentProps) {
  return (
    <div className={styles.body}>
      <Title>{handle.title}</Title>
      <div>
        <div className={styles.head}>
          <div>
            <h1>My events</h1>
            <p className={styles.subtitle}>
              What you organize, are registered for or are waiting for.{" "}
              <Link to="/account/calendar">Put it in your calendar app</Link>.
            </p>
          </div>
          <ButtonLink to="/events/new">
            <Icon name="plus" />
            Create Event
          </ButtonLink>
          <Area className={styles.area} name="sky" />
        </div>
        <Tabs
          className={styles.tabs}
          label="My events"
          links={[
            [addresses.comingUp, "Coming up"],
            [addresses.past, "Over"],
            ["/bin", "Deleted"],
          ]}
          current={isPast ? addresses.past : addresses.comingUp}
        />
      </div>
      <FormAlert />
      <h2 className={visuallyHidden}>{isPast ? "Over" : "Coming up"}</h2>
      <List
        scene="night"
        {...list}
        filterNames={["when"]}
        empty={[
          isPast ? "No past events yet" : "Nothing is coming up",
          "Register for an event, or announce one of your own.",
          <ButtonLink key="events" to="/events" variant="outline">
            See the events
          </ButtonLink>,
        ]}
        className={styles.grid}
      >
        {(event) => (
          <EventCard
            key={event.id}
            event={event}
            isMember
            note={event.isOrganizer ? ["You organize this"] : []}
          />
        )}
      </List>
      {!isPast && list.rows.length > 0 && (
        <p className={quiet}>
          <Link to="/events" className={touchable}>
            See all events
          </Link>
        </p>
      )}
    </div>
  );
}
