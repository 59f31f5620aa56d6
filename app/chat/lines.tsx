import { memo } from "react";
import { ReportLink } from "../reports/report-link.tsx";
import { messageTexts } from "../schemas/message-rules.ts";
import { visuallyHidden } from "../styles/global.css.ts";
import { AliasSign } from "../ui/alias-sign.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { signOfGuest } from "../ui/signs.ts";
import { type ChatLine, isTempId } from "./line-reducer.ts";
import type { ChatStyles } from "./styles.ts";
import { createTimeFormats, useNow } from "./times.ts";

export interface ChatPlace {
  href: string;
  subject: "message" | "room-line";
  hasWeekdays: boolean;
  timeZone: string;
  now: number;
  onTakeBack: (tempId: string) => void;
}

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
            <Bubble styles={styles} line={line} place={place} date={date} clock={times.clock(line.sentAt)} />
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
  date,
  clock,
}: {
  styles: ChatStyles;
  line: ChatLine;
  place: ChatPlace;
  /** Of the line, in the room's time zone. */
  date: string;
  clock: string;
}) {
  const message = `the message ${author ? `of ${author} ` : ""}at ${clock}`;
  return (
    <>
      <div className={isOwn ? styles.own : styles.other}>
        {!isOwn && author && (
          <p className={styles.author}>
            <AliasSign sign={signOfGuest(author, date)} size="xs" />
            {author}
          </p>
        )}
        {/* The time follows the text in its reading order. */}
        <div dir="auto">
          <p className={styles.content}>
            <LinkedText text={content} />
          </p>
          <div className={styles.facts}>
            {!isOwn && (
              <details className={styles.more}>
                <summary className={styles.moreOpener} aria-label={`Options for ${message}`}>
                  …
                </summary>
                <ReportLink
                  className={styles.report}
                  subject={place.subject}
                  id={id}
                  backTo={place.href}
                  label={`Report ${message}`}
                />
              </details>
            )}
            <time dateTime={new Date(sentAt).toISOString()}>{clock}</time>
            {isOwn && <Tick styles={styles} state={state} />}
          </div>
        </div>
      </div>
      {state === "pending" && (
        <p className={styles.pending}>
          <Button type="button" variant="link" size="sm" onClick={() => place.onTakeBack(id)}>
            Take back
          </Button>
        </p>
      )}
      {state === "unsaved" && (
        <p className={styles.unsaved}>
          <Icon name="warn" size={16} />
          {messageTexts.sentNotSaved}
        </p>
      )}
    </>
  );
}

export function SentNote({ lines }: { lines: ChatLine[] }) {
  const state = lines.findLast(({ key }) => isTempId(key))?.state;
  const isSent = state !== undefined && state !== "pending" && state !== "unsaved";
  return (
    <p className={visuallyHidden} role="status">
      {isSent && (state === "seen" ? "Seen" : "Sent")}
    </p>
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
