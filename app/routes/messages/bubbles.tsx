import { messageTexts } from "../../schemas/message-rules.ts";
import { Icon } from "../../ui/icon.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { ReportLink } from "../../ui/report-link.tsx";
import { useNow } from "./conversations.tsx";
import * as styles from "./thread.css.ts";
import { storedId, type ThreadMessage } from "./thread-reducer.ts";
import { createTimeFormats } from "./time-formats.ts";

/** The messages under the days they were sent on. Screen readers announce new ones, but not older ones. */
export function Bubbles({
  messages,
  href,
  isSilent,
  timeZone,
  now: renderedAt,
}: {
  messages: ThreadMessage[];
  /** The address of the conversation. */
  href: string;
  isSilent: boolean;
  timeZone: string;
  now: number;
}) {
  const times = createTimeFormats(timeZone);
  const now = useNow(renderedAt);
  let previousDate = "";
  return (
    <div className={styles.log} role="log" aria-label="Messages" aria-live={isSilent ? "off" : "polite"}>
      {messages.map(({ key, id, content, sentAt, isOwn, state }) => {
        const date = times.date(sentAt);
        const isNewDay = date !== previousDate;
        previousDate = date;
        return (
          <div key={key} className={styles.line}>
            {isNewDay && <p className={styles.day}>{times.dayLabel(sentAt, now)}</p>}
            <div className={isOwn ? styles.own : styles.other}>
              <p className={styles.content}>
                <LinkedText text={content} />
              </p>
              <p className={styles.facts}>
                {!isOwn && storedId({ id }) !== null && (
                  <ReportLink
                    className={styles.report}
                    subject="message"
                    id={id}
                    backTo={href}
                    label={`Report the message at ${times.clock(sentAt)}`}
                  />
                )}
                <time dateTime={new Date(sentAt).toISOString()}>{times.clock(sentAt)}</time>
                {isOwn && <Tick state={state} />}
              </p>
            </div>
            {isOwn && state === "unsaved" && (
              <p className={styles.unsaved}>
                <Icon name="warn" size={16} />
                {messageTexts.sentNotSaved}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A clock while it is pending, a grey tick when it is saved, a blue one when it was seen. */
function Tick({ state }: { state: ThreadMessage["state"] }) {
  if (state === "unsaved") return null;
  if (state === "pending") return <Icon name="clock" size={16} label="Sending" />;
  return (
    <span className={state === "seen" ? styles.seen : undefined}>
      <Icon name="check" size={16} label={state === "seen" ? "Seen" : "Sent"} />
    </span>
  );
}
