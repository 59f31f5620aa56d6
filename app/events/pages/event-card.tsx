import { Link } from "react-router";
import { ButtonLink, type ButtonLook } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { More } from "#app/ui/more.tsx";
import { small } from "#app/ui/styles/layout.css.ts";
import * as styles from "./events.css.ts";
import { Participation } from "./participation.tsx";
import type { PresentedEvent } from "./present-event.ts";

/** One event in a list: on phones a row that starts with the date, elsewhere a card. */
export function EventCard({
  event,
  isMember,
  note = [],
  shared,
  isOver = false,
}: {
  event: PresentedEvent;
  isMember: boolean;
  /** Further facts about the event. */
  note?: readonly string[];
  /** The files shared for the event. */
  shared?: string | null;
  /** Whether the list says that its events are over. */
  isOver?: boolean;
}) {
  const at = `event-${event.id}`;
  return (
    <li className={styles.card} id={at} data-lit={event.isRegistered || undefined}>
      <Picture event={event} isLazy />
      <span className={styles.leaf} aria-hidden>
        <b>{event.day}</b>
        {` ${event.month}`}
      </span>
      {isMember && (event.isRegistered || !event.isPast) && <Icon name="lamp" />}
      <div className={styles.cardText}>
        <p className={styles.when}>
          <time dateTime={event.date}>{event.when}</time> <span className={styles.kind}>{event.type}</span>
        </p>
        <h3 className={styles.cardTitle}>
          <Link to={`/events/${event.id}`} preventScrollReset>
            <bdi>{event.title}</bdi>
          </Link>
        </h3>
        <p className={styles.facts}>
          <bdi>{event.location}</bdi>
          {!event.isPast && <span className={small}>{event.seats}</span>}
          {note.map((fact) => (
            <span key={fact} className={small}>
              {fact}
            </span>
          ))}
        </p>
        {shared && (
          <p className={small} dir="auto">
            {shared}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <FlashLine at={at} />
        {event.canEdit && <CheckInLink event={event} variant="ghost" size="sm" />}
        {!(isOver && event.isPast && !event.isRunning) && (
          <Participation event={event} isMember={isMember} variant="outline" size="sm" />
        )}
        {event.canEdit && <OrganizerLinks event={event} />}
      </div>
    </li>
  );
}

/** Edit and Delete, for organizers and administrators. */
export const OrganizerLinks = ({ event }: { event: PresentedEvent }) => (
  <div className={styles.organizer}>
    <EventLink event={event} path="edit" icon="edit" text="Edit" variant="ghost" size="sm" />
    <EventLink
      event={event}
      path="delete"
      icon="trash"
      text="Delete"
      variant="ghost"
      size="sm"
      className={styles.deleteLink}
    />
  </div>
);

/** The link that organizers need first. */
export const CheckInLink = ({ event, ...look }: { event: PresentedEvent } & ButtonLook) => (
  <EventLink event={event} path="check-in" icon="check" text="Check-in" {...look} />
);

/** The organizers, a message to participants, and repeating the event, behind "…". */
export const MoreEventLinks = ({ event }: { event: PresentedEvent }) => (
  <More label={`More: ${event.title}`}>
    <EventLink event={event} path="organizers" icon="orbit" text="Organizers" variant="link" />
    <EventLink event={event} path="message" icon="send" text="Write to all" variant="link" />
    <EventLink event={event} path="repeat" icon="compass" text="Repeat" variant="link" />
  </More>
);

const EventLink = ({
  event,
  path,
  icon,
  text,
  ...look
}: {
  event: PresentedEvent;
  path: string;
  icon: string;
  text: string;
  className?: string;
} & ButtonLook) => (
  <ButtonLink
    to={`/events/${event.id}/${path}`}
    preventScrollReset
    aria-label={`${text}: ${event.title}`}
    {...look}
  >
    <Icon name={icon} />
    {text}
  </ButtonLink>
);

/** An event's image at 600x300, or the placeholder. */
export const Picture = ({ event, isLazy = false }: { event: PresentedEvent; isLazy?: boolean }) => (
  <img
    className={styles.picture}
    src={event.image}
    alt=""
    width={600}
    height={300}
    loading={isLazy ? "lazy" : undefined}
    decoding="async"
  />
);
