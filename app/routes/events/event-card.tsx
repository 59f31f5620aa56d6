import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import * as styles from "./events.css.ts";
import { Participation } from "./participation.tsx";
import type { PresentedEvent } from "./present-event.ts";

/** One event of a grid. */
export function EventCard({ event, isMember }: { event: PresentedEvent; isMember: boolean }) {
  return (
    <li className={styles.card}>
      <Picture event={event} isLazy />
      <div className={styles.cardText}>
        <p className={styles.kind}>{event.type}</p>
        <h3 className={styles.cardTitle}>
          <Link to={`/events/${event.id}`} preventScrollReset>
            {event.title}
          </Link>
        </h3>
        <p className={styles.facts}>
          <time dateTime={event.date}>{event.when}</time> · {event.location}
        </p>
        {!event.isPast && <p className={styles.seats}>{event.seats}</p>}
      </div>
      <div className={styles.actions}>
        <Participation event={event} isMember={isMember} from="list" variant="outline" size="sm" />
        {event.canEdit && <OrganizerLinks event={event} />}
      </div>
    </li>
  );
}

/** Edit and Delete, for the organizer and administrators. */
export const OrganizerLinks = ({ event }: { event: PresentedEvent }) => (
  <>
    <ButtonLink
      to={`/events/${event.id}/edit`}
      variant="ghost"
      size="sm"
      preventScrollReset
      aria-label={`Edit: ${event.title}`}
    >
      Edit
    </ButtonLink>
    <ButtonLink
      to={`/events/${event.id}/delete`}
      variant="ghost"
      size="sm"
      preventScrollReset
      aria-label={`Delete: ${event.title}`}
    >
      Delete
    </ButtonLink>
  </>
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
