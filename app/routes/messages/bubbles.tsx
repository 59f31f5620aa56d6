import { messageTexts } from "../../schemas/message-rules.ts";
import { Icon } from "../../ui/icon.tsx";
import { useNow } from "./conversations.tsx";
import * as styles from "./thread.css.ts";
import type { Row } from "./thread-reducer.ts";
import { createTimeFormats } from "./time-formats.ts";

/** The messages with the days they were sent on. What is added at the end is read out; what is put before is not. */
export function Bubbles({
  rows,
  isQuiet,
  timeZone,
  now: then,
}: {
  rows: Row[];
  isQuiet: boolean;
  timeZone: string;
  now: number;
}) {
  const times = createTimeFormats(timeZone);
  const now = useNow(then);
  let day = "";
  return (
    <div className={styles.log} role="log" aria-label="Messages" aria-live={isQuiet ? "off" : "polite"}>
      {rows.map((row) => {
        const itsDay = times.dayOf(row.at);
        const begins = itsDay !== day;
        day = itsDay;
        return (
          <div key={row.key} className={styles.line}>
            {begins && <p className={styles.day}>{times.dayInWords(row.at, now)}</p>}
            <div className={row.own ? styles.own : styles.other}>
              <p className={styles.content}>{row.content}</p>
              <p className={styles.facts}>
                <time dateTime={new Date(row.at).toISOString()}>{times.clock(row.at)}</time>
                {row.own && <Tick state={row.state} />}
              </p>
            </div>
            {row.own && row.state === "unsaved" && (
              <p className={styles.unsaved}>
                <Icon name="warn" size={16} />
                {messageTexts.unsaved}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A clock until it is saved, a grey tick once it is, a blue one once it was seen. */
function Tick({ state }: { state: Row["state"] }) {
  if (state === "unsaved") return null;
  if (state === "pending") return <Icon name="clock" size={16} label="Sending" />;
  return (
    <span className={state === "seen" ? styles.seen : undefined}>
      <Icon name="check" size={16} label={state === "seen" ? "Seen" : "Sent"} />
    </span>
  );
}
