import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { prose, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./event.css.ts";
import { plain } from "./events.css.ts";
import type { listSeries, PresentedMessage, PresentedShared } from "./read-events.server.ts";

/** The link to an online event, or a note about who gets it and when. */
export const OnlineLink = ({
  event: { onlineUrl, canEdit, isRegistered },
}: {
  event: { onlineUrl: string | null; canEdit: boolean; isRegistered: boolean };
}) => (
  <>
    {onlineUrl && (
      <a href={onlineUrl} target="_blank" rel="noreferrer nofollow" className={touchable}>
        Join online
      </a>
    )}
    {onlineUrl ? (
      canEdit && (
        <span className={quiet}> · People who register see this link from an hour before the start</span>
      )
    ) : (
      <span>
        {isRegistered ? "The link is here" : "People who register find the link here"} from an hour before the
        start
      </span>
    )}
  </>
);

type Series = NonNullable<Awaited<ReturnType<typeof listSeries>>>;

/** "2 of 5 · before: Tue 24 Nov, 17:00 · next: Tue 8 Dec, 17:00" */
export const SeriesLinks = ({ series: { place, count, before, after } }: { series: Series }) => (
  <span className={row[2]}>
    <span>{`${place} of ${count}`}</span>
    {before && (
      <Link to={`/events/${before.id}`} preventScrollReset className={touchable}>
        Before: {before.when}
      </Link>
    )}
    {after && (
      <Link to={`/events/${after.id}`} preventScrollReset className={touchable}>
        Next: {after.when}
      </Link>
    )}
  </span>
);

/** An event's photos and notes, and the link to share more. */
export const SharedThings = ({
  event: { id, shared, canShare },
}: {
  event: { id: string; shared: PresentedShared[]; canShare: boolean };
}) => (
  <section className={`${stack[3]} ${styles.screenOnly}`} aria-labelledby="shared">
    <h2 id="shared">Photos and notes</h2>
    {shared.length > 0 ? (
      <ul className={styles.shared}>
        {shared.map(({ id, title, type, sharedBy, thumbnail }) => (
          <li key={id}>
            <Link to={`/resources/${id}`} className={styles.sharedLink}>
              <span className={styles.sharedPicture} aria-hidden>
                {type}
                {thumbnail && (
                  <img src={thumbnail} alt="" width={320} height={200} loading="lazy" decoding="async" />
                )}
              </span>
              <span>
                <bdi>{title}</bdi>
              </span>
            </Link>
            <span className={quiet}>
              {type} by <bdi>{sharedBy}</bdi>
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className={quiet}>Nothing is shared yet. Were you there?</p>
    )}
    {canShare && (
      <div>
        <ButtonLink to={`/resources/upload?event=${id}`} variant="outline" size="sm">
          <Icon name="upload" />
          Share photos or notes
        </ButtonLink>
      </div>
    )}
  </section>
);

/** The organizers' messages to registered members. */
export const MessageList = ({ messages }: { messages: PresentedMessage[] }) => (
  <section aria-labelledby="messages">
    <h2 id="messages">From the organizers</h2>
    <ul className={`${stack[3]} ${plain}`}>
      {messages.map(({ id, text, author, at }) => (
        <li key={id}>
          <p className={prose} dir="auto">
            <LinkedText text={text} />
          </p>
          <p className={quiet}>
            <bdi>{author}</bdi>, {at}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
