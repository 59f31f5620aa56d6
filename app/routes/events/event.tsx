import { and, eq, sql } from "drizzle-orm";
import { Fragment } from "react";
import { Link } from "react-router";
import { db, eventRegistrations, eventWaiting, users } from "#db/index.ts";
import { hasEventId } from "#db/scopes/events.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { getViewer, type Viewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { selectEvents } from "../../events/events.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { imageUrl } from "../../schemas/event.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { touchable } from "../../styles/global.css.ts";
import { buttonClass } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { ReportLink } from "../../ui/report-link.tsx";
import { ShareLink } from "../../ui/share-link.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/event.ts";
import * as styles from "./event.css.ts";
import { OrganizerLinks, Picture } from "./event-card.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { participate } from "./participate.server.ts";
import { Participation } from "./participation.tsx";
import { participationTexts } from "./participation-texts.ts";
import { eventNotFound, requireEventId, toListItem } from "./queries.server.ts";
import { serializeSchemaEvent } from "./structured-data.server.ts";

export const handle = {
  cache: { params: [], varyBy: "guests" },
  keep: "offline",
};

/** An organizer's page names so many people at most; the file has all of them. */
const maxNames = 200;
/** Every member sees so many of those who come. */
const maxComing = 12;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const id = requireEventId(params.id);
  const isMember = viewer !== null;
  const result = await queryOrNull(context, async () => {
    const [event] = await selectEvents(viewer).where(hasEventId(id));
    if (!viewer || !event) return { event, people: null, coming: [], hosts: [] };
    const [coming, hosts] = await db.batch([
      selectComing(viewer, id),
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, event.organizerId), isActiveNoIndex)),
    ]);
    return { event, people: event.canEdit ? await selectPeople(id) : null, coming, hosts };
  });
  if (!result) return { isMember, event: null, shareImage: null };
  const { event, people, coming, hosts } = result;
  if (!event) throw eventNotFound();
  return {
    isMember,
    shareImage: event.imageFile && imageUrl(event.imageFile),
    event: {
      ...toListItem(event, Date.now()),
      description: event.description,
      organizer: event.organizerName,
      organizerHref: hosts[0] ? `/qa-threads/${hosts[0].id}` : null,
      coming: coming.map(({ id, name }) => ({ id, name })),
      comingMore: Math.max(0, (coming[0]?.total ?? 0) - maxComing),
      registeredTotal: event.registrationCount,
      waitingTotal: event.waitingCount,
      people,
      canReport: isMember && event.organizerId !== viewer.id,
      url: `${url.origin}/events/${id}`,
      structuredData: serializeSchemaEvent(event, url.origin),
    },
  };
}

/** The first of those who come, and how many: without those who block the viewer or are blocked by them. */
const selectComing = (viewer: Viewer, eventId: number) =>
  db
    .select({ id: users.id, name: users.name, total: sql<number>`count(*) over ()` })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        isActiveNoIndex,
        sql`not exists (select 1 from blocks where (blocker_id = ${viewer.id} and blocked_id = ${users.id})
          or (blocker_id = ${users.id} and blocked_id = ${viewer.id}))`,
      ),
    )
    .orderBy(eventRegistrations.userId)
    .limit(maxComing);

/** The names of those who take part and of those who wait, in their order. */
async function selectPeople(eventId: number) {
  const [registered, waiting] = await db.batch([
    db
      .select({ name: users.name })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.eventId, eventId))
      .orderBy(sql`${users.name} collate nocase`)
      .limit(maxNames),
    db
      .select({ name: users.name })
      .from(eventWaiting)
      .innerJoin(users, eq(users.id, eventWaiting.userId))
      .where(eq(eventWaiting.eventId, eventId))
      .orderBy(eventWaiting.id)
      .limit(maxNames),
  ]);
  return { registered: registered.map(({ name }) => name), waiting: waiting.map(({ name }) => name) };
}

export const clientLoader = withFallback(() => ({ isMember: null, event: null, shareImage: null }));

export const action = participate;

export const clientAction = keepForm(participationTexts);

export default function EventPage({ loaderData: { event, isMember }, actionData }: Route.ComponentProps) {
  if (!event) {
    return (
      <EventDialog title="Event">
        <Title>Event</Title>
        <LoadFailure text={eventTexts.loadFailed} />
      </EventDialog>
    );
  }
  const facts = [
    [
      "When",
      <time key="when" dateTime={event.date}>
        {event.when} {event.zone}
      </time>,
    ],
    ["Where", <bdi key="where">{event.location}</bdi>],
    ["Type", event.type],
    ["Organizer", <Person key="organizer" name={event.organizer} href={event.organizerHref} />],
    ["Seats", event.seats],
  ] as const;
  return (
    <EventDialog title={event.title}>
      <Title description={`${event.when} ${event.zone}, ${event.location}`}>{event.title}</Title>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: event.structuredData }} />
      <article className={styles.event}>
        <Picture event={event} />
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={`${styles.row} ${styles.screenOnly}`} id="seat">
          <ToldLine at="seat" />
          <Participation event={event} isMember={isMember ?? false} failure={actionData?.failure} />
        </div>
        <p className={styles.description} dir="auto">
          {event.description}
        </p>
        {event.coming.length > 0 && !event.people && <Coming people={event.coming} more={event.comingMore} />}
        <div className={`${styles.row} ${styles.screenOnly}`}>
          <a
            className={buttonClass({ variant: "outline", size: "sm" })}
            href={`/events/${event.id}.ics`}
            download
          >
            Add to calendar
          </a>
          <ShareLink title={event.title} url={event.url} />
          {event.canReport && (
            <ReportLink
              className={styles.report}
              subject="event"
              id={event.id}
              backTo={`/events/${event.id}`}
            />
          )}
        </div>
        {event.canEdit && (
          <div className={`${styles.row} ${styles.screenOnly}`}>
            <OrganizerLinks event={event} />
          </div>
        )}
        {event.people && <People event={event} people={event.people} />}
      </article>
    </EventDialog>
  );
}

type ShownEvent = NonNullable<Route.ComponentProps["loaderData"]["event"]>;

const Person = ({ name, href }: { name: string; href: string | null }) =>
  href ? (
    <Link to={href} className={touchable}>
      <bdi>{name || "No Name"}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );

/** Some of those who come, for members. */
const Coming = ({ people, more }: { people: { id: number; name: string }[]; more: number }) => (
  <section className={styles.screenOnly} aria-labelledby="coming">
    <h3 id="coming" className={styles.comingTitle}>
      Who is coming
    </h3>
    <p className={styles.coming}>
      {people.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <Link to={`/qa-threads/${id}`}>
            <bdi>{name || "No Name"}</bdi>
          </Link>
        </Fragment>
      ))}
      {more > 0 ? ` and ${more} more.` : "."}
    </p>
  </section>
);

/** The lists of people who take part and who wait, for the organizer. */
function People({ event, people }: { event: ShownEvent; people: NonNullable<ShownEvent["people"]> }) {
  return (
    <section className={`${styles.people} ${styles.screenOnly}`} aria-label="People">
      <NameList title="Attendees" names={people.registered} total={event.registeredTotal} />
      {event.waitingTotal > 0 && (
        <NameList title="Waiting list" names={people.waiting} total={event.waitingTotal} />
      )}
      {event.registeredTotal > 0 && (
        <p>
          <a href={`/events/${event.id}/attendees.csv`} download>
            Download the list (CSV)
          </a>
        </p>
      )}
    </section>
  );
}

const NameList = ({ title, names, total }: { title: string; names: string[]; total: number }) => (
  <details>
    <summary className={touchable}>
      <b>
        {title} ({total})
      </b>
    </summary>
    <ol className={styles.names}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the order is fixed
        <li key={index}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ol>
    {total > names.length && <p>And {total - names.length} more in the file.</p>}
  </details>
);
