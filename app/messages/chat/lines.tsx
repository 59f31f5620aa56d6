import { type KeyboardEvent, memo, type TouchEvent, useRef } from "react";
import { AliasSign } from "#app/ui/alias-sign.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { signOfGuest } from "#app/ui/signs.ts";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { describeMessage, messageTexts, signNames } from "../rules.ts";
import { type ChatPlace, LineMenu } from "./actions.tsx";
import { appendQuery, lineHash } from "./address.ts";
import { type ChatLine, isTempId, storedId } from "./line-reducer.ts";
import type { ChatStyles } from "./styles.ts";
import { createTimeFormats, useNow } from "./times.ts";

/** How long a touch on a line must last to open its menu. */
const longTouchMs = 500;

export const Lines = memo(function Lines({
  styles,
  lines,
  isSilent,
  ...place
}: ChatPlace & { styles: ChatStyles; lines: ChatLine[]; isSilent: boolean }) {
  const times = createTimeFormats(place.timeZone);
  const now = useNow(place.now);
  const byId = new Map(lines.map((line) => [line.id, line]));
  let previousDate = "";
  return (
    <div
      className={styles.log}
      role="log"
      aria-label="Messages"
      aria-live={isSilent ? "off" : "polite"}
      {...useMenuTouch()}
    >
      {lines.map((line) => {
        const date = times.date(line.sentAt);
        const isNewDay = date !== previousDate;
        previousDate = date;
        return (
          <div key={line.key} id={`m${line.id}`} className={styles.line}>
            {isNewDay && <p className={styles.day}>{times.dayLabel(line.sentAt, now, place.hasWeekdays)}</p>}
            <Bubble
              styles={styles}
              line={line}
              answered={line.replyTo && byId.get(line.replyTo.id)}
              place={place}
              now={now}
              date={date}
              clock={times.clock(line.sentAt)}
            />
          </div>
        );
      })}
    </div>
  );
});

/** A long touch opens a line's menu, and Escape closes it. */
function useMenuTouch() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const findMenu = ({ target }: { target: EventTarget }) =>
    (target as Element).closest("[id]")?.querySelector<HTMLDetailsElement>("details[name]");
  const endTouch = () => clearTimeout(timer.current);
  return {
    onTouchStart(event: TouchEvent) {
      const menu = findMenu(event);
      endTouch();
      if (menu && !menu.open)
        timer.current = setTimeout(() => {
          menu.open = true;
        }, longTouchMs);
    },
    onTouchEnd: endTouch,
    onTouchMove: endTouch,
    onTouchCancel: endTouch,
    onKeyDown(event: KeyboardEvent) {
      const menu = event.key === "Escape" ? findMenu(event) : null;
      if (!menu?.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    },
  };
}

function bubbleOf(styles: ChatStyles, { key, isOwn }: ChatLine): string {
  if (!isOwn) return styles.other;
  return isTempId(key) ? styles.sent : styles.own;
}

function Bubble({
  styles,
  line,
  answered,
  place,
  date,
  now,
  clock,
}: {
  styles: ChatStyles;
  line: ChatLine;
  answered: ChatLine | undefined;
  place: ChatPlace;
  /** The line's date, in the room's time zone. */
  date: string;
  now: number;
  clock: string;
}) {
  const { id, content, sentAt, isOwn, author, state, editedAt, deletedAt, reactions, replyTo } = line;
  const name = isOwn ? `your message at ${clock}` : `the message ${author ? `of ${author} ` : ""}at ${clock}`;
  return (
    <>
      <div className={bubbleOf(styles, line)} data-edited={editedAt ? "" : undefined}>
        {!isOwn && author && (
          <p className={styles.author}>
            <AliasSign sign={signOfGuest(author, date)} size="xs" />
            {author}
          </p>
        )}
        {replyTo && (
          <a
            className={styles.quote}
            href={(answered ? "" : appendQuery(place.href, `at=${replyTo.id}`)) + lineHash(replyTo.id)}
          >
            <span className={visuallyHidden}>Answers: </span>
            {replyTo.guestId && <b>{replyTo.guestId}</b>}
            <bdi>{answered ? describeMessage(answered.content, answered.attachments) : replyTo.content}</bdi>
          </a>
        )}
        {place.Files && line.attachments && <place.Files files={line.attachments} />}
        {/* In reading order, the time follows the text. */}
        <div dir="auto">
          {content && (
            <p className={deletedAt ? styles.deleted : styles.content}>
              <LinkedText text={content} />
            </p>
          )}
          <div className={styles.facts}>
            {storedId(line) !== null && !deletedAt && (
              <LineMenu styles={styles} line={line} place={place} now={now} name={name} />
            )}
            {editedAt && <span>edited</span>}
            <time dateTime={new Date(sentAt).toISOString()}>{clock}</time>
            {isOwn && <Tick styles={styles} state={state} />}
          </div>
        </div>
      </div>
      {reactions && (
        <p className={isOwn ? styles.ownReactions : styles.reactions}>
          {reactions.map(({ sign, count, own }) => (
            <span key={sign} data-own={own || undefined}>
              <Icon name={sign} size={16} label={signNames[sign]} /> {count}
            </span>
          ))}
        </p>
      )}
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
