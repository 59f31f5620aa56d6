import { memo } from "react";
import type { RoomLine } from "../../schemas/room.ts";
import { Icon } from "../../ui/icon.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { ReportLink } from "../../ui/report-link.tsx";
import * as styles from "./room.css.ts";
import { createTimes } from "./times.ts";
import type { PendingLine } from "./use-room.ts";

/** The lines under the days they were written on: one's own on the right, the others' on the left. */
export const Lines = memo(function Lines({
  lines,
  pending,
  timeZone,
  now,
}: {
  lines: RoomLine[];
  pending: PendingLine[];
  timeZone: string;
  now: number;
}) {
  const times = createTimes(timeZone);
  let previousDay = "";
  return (
    <div className={styles.log} role="log" aria-label="Messages">
      {lines.map(({ id, content, guestId, timestamp, own }) => {
        const at = Date.parse(timestamp);
        const day = times.day(at, now);
        const isNewDay = day !== previousDay;
        previousDay = day;
        return (
          <div key={id} className={styles.line}>
            {isNewDay && <p className={styles.day}>{day}</p>}
            <div className={own ? styles.own : styles.other}>
              {!own && <p className={styles.guest}>{guestId}</p>}
              <p className={styles.content}>
                <LinkedText text={content} />
              </p>
              <p className={styles.facts}>
                {!own && (
                  <ReportLink
                    className={styles.report}
                    subject="room-line"
                    id={id}
                    backTo="/anonymous-post"
                    label={`Report the message of ${guestId} at ${times.clock(at)}`}
                  />
                )}
                <time dateTime={timestamp}>{times.clock(at)}</time>
              </p>
            </div>
          </div>
        );
      })}
      {pending.map(({ key, content }) => (
        <div key={key} className={styles.line}>
          <div className={styles.own}>
            <p className={styles.content}>{content}</p>
            <p className={styles.facts}>
              <Icon name="clock" size={16} label="Sending" />
            </p>
          </div>
        </div>
      ))}
    </div>
  );
});
