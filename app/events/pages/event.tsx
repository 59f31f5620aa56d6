import { Link } from "react-router";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { presentName, presentPerson } from "#app/people/person.server.ts";
import { PersonLine } from "#app/people/person.tsx";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { renderDescription, toPlainText } from "#app/questions/markdown.server.ts";
import { isOfThanks, ThanksAct } from "#app/thanks/thanks-act.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { coverShareUrl } from "#app/ui/covers/cover.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { Share } from "#app/ui/share.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { type EventRow, organizersOf } from "../events.server.ts";
import { imageUrl } from "../input.server.ts";
import { selectEventMessages } from "../message.server.ts";
import { eventTexts } from "../texts.ts";
import type { Route } from "./+types/event.ts";
import * as styles from "./event.css.ts";
import { CheckInLink, MoreEventLinks, OrganizerLinks, Picture } from "./event-card.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { MessageList, OnlineLink, SeriesLinks, SharedThings } from "./event-parts.tsx";
import { Coming, People } from "./event-people.tsx";
import { OrganizingAnswer } from "./organizing-answer.tsx";
import { participate } from "./participate.server.ts";
import { Participation } from "./participation.tsx";
import { participationTexts } from "./participation-texts.ts";
import {
  hostsOf,
  listPeople,
  listSeries,
  presentMessage,
  presentShared,
  requireShownEvent,
  selectComing,
  selectShared,
  toListItem,
} from "./read-events.server.ts";

export const handle = {
  title: "Event",
  failed: eventTexts.loadFailed,
  scripts: "members",
  cache: { params: [], varyBy: "guests" },
  offline: "offline",
};

export async function loader(args: Route.LoaderArgs) {
  const { params, url } = args;
  const viewer = await getViewer(args);
  const event = await requireShownEvent(viewer, params.id);
  const { id, canEdit } = event;
  const [coming, hosts] = viewer ? await selectComing(viewer, event) : [[], []];
  const [shared, series] = await Promise.all([selectShared(id), listSeries(event)]);
  const now = Date.now();
  return {
    isMember: viewer !== null,
    shareImage: event.imageFile ? imageUrl(event.imageFile) : coverShareUrl(event.title, String(event.id)),
    event: {
      ...toListItem(event, now),
      descriptionHtml: renderDescription(event.description),
      hosts: hostsOf(event).map(({ id, name }) => {
        const found = hosts.find((host) => String(host.id) === id);
        return { id, person: found ? presentPerson(found) : presentName(name) };
      }),
      isAsked: organizersOf(event).some(({ id, state }) => state === "asked" && id === String(viewer?.id)),
      coming: coming.map(presentPerson),
      comingMore: Math.max(0, (coming[0]?.total ?? 0) - coming.length),
      registeredTotal: event.registrationCount,
      waitingTotal: event.waitingCount,
      people: canEdit ? await listPeople(event) : null,
      isOnline: event.isOnline,
      onlineUrl: event.onlineUrl,
      messages: canEdit || event.isRegistered ? (await selectEventMessages(id)).map(presentMessage) : [],
      shared: shared.map(presentShared),
      canShare: viewer !== null && event.startsAt < now,
      checkedIn: event.checkedInCount,
      series,
      canReport: viewer !== null && event.organizerId !== viewer.id,
      thanks: { count: event.thanksCount, own: event.ownThanks },
      url: `${url.origin}/events/${id}`,
      structuredData: serializeSchemaEvent(event, url.origin),
    },
  };
}

/** An event as schema.org's Event for search engines: JSON that is safe inside a script element. */
function serializeSchemaEvent(event: EventRow, origin: string): string {
  const url = `${origin}/events/${event.id}`;
  const schemaEvent = {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.title,
    description: toPlainText(event.description),
    startDate: new Date(event.startsAt).toISOString(),
    endDate: event.endsAt === null ? undefined : new Date(event.endsAt).toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "Place", name: event.location, address: event.location },
    organizer: { "@type": "Person", name: event.organizerName },
    image: event.imageFile ? [origin + imageUrl(event.imageFile)] : undefined,
    maximumAttendeeCapacity: event.registrationLimit ?? undefined,
    url,
  };
  return JSON.stringify(schemaEvent).replaceAll("<", "\\u003c");
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

export const action = participate;

export const clientAction = preserveForm(participationTexts);

export default function EventPage({ loaderData: { event, isMember }, actionData }: Route.ComponentProps) {
  const isOn = useIsOn();
  const when = (
    <time dateTime={event.date}>
      {event.when} <span>{event.zone}</span>
    </time>
  );
  const seats = event.isFull && !event.isPast ? <b>{event.seats}</b> : event.seats;
  const hosts = (
    <span className={stack[2]}>
      {event.hosts.map(({ id, person }) => (
        <PersonLine key={id} person={person} />
      ))}
    </span>
  );
  return (
    <EventDialog title={event.title}>
      <Title description={`${event.when} ${event.zone}, ${event.location}`}>{event.title}</Title>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: event.structuredData }} />
      <article className={styles.event}>
        <Picture event={event} />
        <div className={stack[4]}>
          {event.canEdit && (
            <div className={`${row[2]} ${styles.organizing} ${styles.screenOnly}`}>
              <CheckInLink event={event} variant={event.isPast ? "outline" : "primary"} />
              <OrganizerLinks event={event} />
              <MoreEventLinks event={event} />
            </div>
          )}
          <FactList
            className={styles.facts}
            facts={[
              ["When", when],
              ["Where", event.location],
              ["Online", event.isOnline && <OnlineLink event={event} />],
              ["Seats", seats],
              [event.hosts.length > 1 ? "Organizers" : "Organizer", hosts],
              ["Type", event.type],
              ["Came", event.isPast && event.checkedIn > 0 && String(event.checkedIn)],
              ["Series", event.series && <SeriesLinks series={event.series} />],
            ]}
          />
          {event.isAsked && (
            <div className={stack[2]}>
              <p>You are asked to organize this event too.</p>
              <OrganizingAnswer id={event.id} isAsked />
            </div>
          )}
          <div className={`${row[3]} ${styles.seat} ${styles.screenOnly}`} id="seat">
            <FlashLine at="seat" />
            <Participation
              event={event}
              isMember={isMember}
              failure={isOfThanks(actionData?.failure) ? null : (actionData?.failure ?? null)}
              variant={event.canEdit ? "outline" : undefined}
            />
          </div>
          {event.isRegistered && event.hasQuestions && !event.isPast && (
            <p className={styles.screenOnly}>
              {event.owesAnswers && <b>The organizers have a question for you. </b>}
              <Link to={`/events/${event.id}/answers`} preventScrollReset className={touchable}>
                {event.owesAnswers ? "Answer it" : "Your answers to the organizers"}
              </Link>
            </p>
          )}
          {(event.isPast || event.thanks.count > 0) && (
            <div className={`${row[3]} ${quiet} ${styles.screenOnly}`} id="thanks">
              <ThanksAct
                of={`event-${event.id}`}
                thanks={event.thanks}
                canThank={event.canReport && event.isPast}
              />
              <FlashLine at="thanks" />
            </div>
          )}
          <div className={`${row[3]} ${styles.screenOnly}`}>
            {!(event.isRegistered && !event.isPast) && (
              <a
                className={buttonClass({ variant: "outline", size: "sm" })}
                href={`/events/${event.id}.ics`}
                download
              >
                Add to calendar
              </a>
            )}
            <Share title={event.title} url={event.url} />
          </div>
        </div>
        <div className={stack[4]}>
          <Prose className={styles.prose} html={event.descriptionHtml} />
          {event.messages.length > 0 && <MessageList messages={event.messages} />}
          {isOn("/resources") && (event.shared.length > 0 || event.canShare) && (
            <SharedThings event={event} />
          )}
          {event.coming.length > 0 && !event.people && (
            <Coming people={event.coming} more={event.comingMore} />
          )}
          {event.people && <People event={event} people={event.people} />}
          {event.canReport && (
            <p className={styles.screenOnly}>
              <ReportLink
                className={styles.report}
                subject="event"
                id={event.id}
                backTo={`/events/${event.id}`}
              />
            </p>
          )}
        </div>
      </article>
    </EventDialog>
  );
}
