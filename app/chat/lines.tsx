import { memo } from "react";
import { messageTexts } from "../schemas/message-rules.ts";
import { Icon } from "../ui/icon.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { ReportLink } from "../ui/report-link.tsx";
import type { ChatLine } from "./line-reducer.ts";
import type { ChatStyles } from "./styles.ts";
import { createTimeFormats, useNow } from "./times.ts";

export interface ChatPlace {
  href: string;
  subject: "message" | "room-line";
  hasWeekdays: boolean;
  timeZone: string;
  /** When the page was rendered, in milliseconds. */
  now: number;
}

/** The lines under the days they were sent on. Screen readers announce new ones, but not older ones. */
export const Lines = memo(function Lines({
  styles,
  lines,
  isSilent,
  ...place
}: ChatPlace & { styles: ChatStyles; lines: ChatLine[]; isSilent: boolean }) {
  const times = createTimeFormats(place.timeZone);
  const now = useNow(place.now);
  let previousDate = "";
  return (
    <div className={styles.log} role="log" aria-label="Messages" aria-live={isSilent ? "off" : "polite"}>
      {lines.map((line) => {
        const date = times.date(line.sentAt);
        const isNewDay = date !== previousDate;
        previousDate = date;
        return (
          <div key={line.key} className={styles.line}>
            {isNewDay && <p className={styles.day}>{times.dayLabel(line.sentAt, now, place.hasWeekdays)}</p>}
            <Bubble styles={styles} line={line} place={place} clock={times.clock(line.sentAt)} />
          </div>
        );
      })}
    </div>
  );
});

function Bubble({
  styles,
  line: { id, content, sentAt, isOwn, author, state },
  place,
  clock,
}: {
  styles: ChatStyles;
  line: ChatLine;
  place: ChatPlace;
  clock: string;
}) {
  return (
    <>
      <div className={isOwn ? styles.own : styles.other}>
        {!isOwn && author && <p className={styles.author}>{author}</p>}
        <p className={styles.content}>
          <LinkedText text={content} />
        </p>
        <p className={styles.facts}>
          {!isOwn && (
            <ReportLink
              className={styles.report}
              subject={place.subject}
              id={id}
              backTo={place.href}
              label={`Report the message ${author ? `of ${author} ` : ""}at ${clock}`}
            />
          )}
          <time dateTime={new Date(sentAt).toISOString()}>{clock}</time>
          {isOwn && <Tick styles={styles} state={state} />}
        </p>
      </div>
      {state === "unsaved" && (
        <p className={styles.unsaved}>
          <Icon name="warn" size={16} />
          {messageTexts.sentNotSaved}
        </p>
      )}
    </>
  );
}

function Tick({ styles, state }: { styles: ChatStyles; state: ChatLine["state"] }) {
  if (state === "pending") return <Icon name="clock" size={16} label="Sending" />;
  if (state !== "sent" && state !== "seen") return null;
  return (
    <span className={state === "seen" ? styles.seen : undefined}>
      <Icon name="check" size={16} label={state === "seen" ? "Seen" : "Sent"} />
    </span>
  );
}
