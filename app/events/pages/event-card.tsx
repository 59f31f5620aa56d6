import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { small } from "#app/ui/styles/layout.css.ts";
import * as styles from "./events.css.ts";
import { Participation } from "./participation.tsx";
import type { PresentedEvent } from "./present-event.ts";

/** One event in a list: on phones a row that starts with the date, elsewhere a card. */
export function EventCard({
  event,
  isMember,
  note,
  shared,
}: {
  event: PresentedEvent;
  isMember: boolean;
  /** A further line about the event. */
  note?: string | false;
  /** The files shared for the event. */
  shared?: string | null;
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
        </p>
        {!event.isPast && <p className={small}>{event.seats}</p>}
        {note && <p className={small}>{note}</p>}
        {shared && (
          <p className={small} dir="auto">
            {shared}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <FlashLine at={at} />
        <Participation event={event} isMember={isMember} variant="outline" size="sm" />
        {event.canEdit && (
          <OrganizerLinks event={event}>
            <CheckInLink event={event} />
          </OrganizerLinks>
        )}
      </div>
    </li>
  );
}

/** Edit, Organizers and Delete, for organizers and administrators. @param children further links before them */
export const OrganizerLinks = ({ event, children }: { event: PresentedEvent; children?: ReactNode }) => (
  <div className={styles.organizer}>
    {children}
    <ButtonLink
      to={`/events/${event.id}/edit`}
      variant="ghost"
      size="sm"
      preventScrollReset
      aria-label={`Edit: ${event.title}`}
    >
      <Icon name="edit" />
      Edit
    </ButtonLink>
    <ButtonLink
      to={`/events/${event.id}/organizers`}
      variant="ghost"
      size="sm"
      preventScrollReset
      aria-label={`Organizers: ${event.title}`}
    >
      <Icon name="orbit" />
      Organizers
    </ButtonLink>
    <ButtonLink
      to={`/events/${event.id}/delete`}
      variant="ghost"
      size="sm"
      className={styles.deleteLink}
      preventScrollReset
      aria-label={`Delete: ${event.title}`}
    >
      <Icon name="trash" />
      Delete
    </ButtonLink>
  </div>
);

/** The organizers' links: check-in, a message to participants, and repeating the event. */
export const EventLinks = ({ event }: { event: PresentedEvent }) => (
  <>
    <CheckInLink event={event} />
    <EventLink event={event} path="message" icon="send" text="Write to all" />
    <EventLink event={event} path="repeat" icon="compass" text="Repeat" />
  </>
);

const CheckInLink = ({ event }: { event: PresentedEvent }) => (
  <EventLink event={event} path="check-in" icon="check" text="Check-in" />
);

const EventLink = ({
  event,
  path,
  icon,
  text,
}: {
  event: PresentedEvent;
  path: string;
  icon: string;
  text: string;
}) => (
  <ButtonLink
    to={`/events/${event.id}/${path}`}
    variant="ghost"
    size="sm"
    preventScrollReset
    aria-label={`${text}: ${event.title}`}
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
