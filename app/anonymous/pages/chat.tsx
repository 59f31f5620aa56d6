import { useLocation } from "react-router";
import { withoutTarget } from "#app/messages/chat/address.ts";
import { ChatLog, ConnectionLost } from "#app/messages/chat/chat-log.tsx";
import { TargetComposer, useActs, useTarget } from "#app/messages/chat/target.tsx";
import { createTimeFormats } from "#app/messages/chat/times.ts";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { AliasSign } from "#app/ui/alias-sign.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { signOfGuest } from "#app/ui/signs.ts";
import { small } from "#app/ui/styles/layout.css.ts";
import { maxLineLength } from "../rules.ts";
import { outbox } from "./outbox.ts";
import * as styles from "./room.css.ts";
import { type RoomPage, useRoom } from "./use-room.ts";

const href = "/anonymous-post";

/** The form for a line, shown on every page of the room. */
export const roomForm = {
  styles: styles.chat,
  href,
  placeholder: "Type your anonymous message...",
  maxLength: maxLineLength,
};

/** The lines of the room and the form below them. */
export function Chat({
  page,
  rejected,
}: {
  page: RoomPage;
  rejected: { error: string; text: string } | undefined;
}) {
  const { isLatest, timeZone, now } = page;
  const { chat, guestId, error, composer, send, showFailure } = useRoom(page, rejected?.error ?? null);
  const target = useTarget(chat.lines);
  const address = withoutTarget(useLocation());
  const act = useActs(address, target.choose, (_, failure) => showFailure(failure));
  return (
    <>
      <ChatLog
        styles={styles.chat}
        label="Room"
        chat={chat}
        place={{
          href,
          address,
          subject: "room-line",
          hasWeekdays: false,
          timeZone,
          now,
          onTakeBack: outbox.takeBack,
          canWrite: true,
          hasEdit: false,
          onAct: act,
        }}
        olderHref={`${href}?before=${chat.older.oldestId ?? ""}`}
        isLatest={isLatest}
      >
        {chat.lines.length === 0 && (
          <div className={styles.chat.note}>
            <h2 className={styles.chat.emptyTitle}>No messages yet</h2>
            <p>Ask what you always wanted to ask. Nobody sees who you are.</p>
          </div>
        )}
      </ChatLog>
      <footer className={styles.chat.foot}>
        <ConnectionLost styles={styles.chat} />
        <Alert texts={error ? [error] : null} />
        <UnlessMuted mute={page.mute}>
          {guestId && (
            <p className={small}>
              <AliasSign sign={signOfGuest(guestId, createTimeFormats(timeZone).date(now))} size="xs" />{" "}
              Posting as <b>{guestId}</b>
            </p>
          )}
          <TargetComposer
            {...roomForm}
            ref={composer}
            target={target}
            address={address}
            rejectedText={rejected?.text ?? ""}
            isInvalid={error !== null}
            live={isLatest ? { onSend: send, onAct: act } : undefined}
          />
        </UnlessMuted>
      </footer>
    </>
  );
}
