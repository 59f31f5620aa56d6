import { Link } from "react-router";
import { useConnection, useConnectionState } from "../../realtime/provider.tsx";
import { roomTexts } from "../../schemas/room-rules.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { Composer } from "./composer.tsx";
import { Lines } from "./lines.tsx";
import * as styles from "./room.css.ts";
import { type RoomPage, useRoom } from "./use-room.ts";

const olderLabel = { idle: "Older messages", loading: "Loading messages...", failed: "Retry" };

/** The lines of the room and the form below them. */
export function Chat({
  page,
  rejected,
}: {
  page: RoomPage;
  rejected: { error: string; text: string } | undefined;
}) {
  const room = useRoom(page, rejected?.error ?? null);
  const oldestId = room.lines[0]?.id ?? "";
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it, where nothing in it can be focused */}
      <section className={styles.scroller} ref={room.scroller} tabIndex={0} aria-label="Room">
        <div>
          {room.older === "failed" && <Alert texts={[roomTexts.loadFailed]} />}
          {room.hasOlder && (
            <p className={styles.older}>
              <Link
                to={`/anonymous-post?before=${oldestId}`}
                className={buttonClass({ variant: "ghost", size: "sm" })}
                onClick={room.loadOlder}
                aria-busy={room.older === "loading" || undefined}
              >
                {olderLabel[room.older]}
              </Link>
            </p>
          )}
          {room.lines.length === 0 && room.pending.length === 0 && (
            <div className={styles.note}>
              <h2 className={styles.emptyTitle}>No messages yet</h2>
              <p>Ask what you always wanted to ask. Nobody sees who you are.</p>
            </div>
          )}
          <Lines lines={room.lines} pending={room.pending} timeZone={page.timeZone} now={page.now} />
          <noscript>
            {page.isLatest && (
              <p className={styles.status}>
                <a href="/anonymous-post">Check for new messages</a>
              </p>
            )}
          </noscript>
          {!page.isLatest && (
            <p className={styles.older}>
              <Link
                to="/anonymous-post"
                reloadDocument
                className={buttonClass({ variant: "outline", size: "sm" })}
              >
                Newest messages
              </Link>
            </p>
          )}
        </div>
      </section>
      <footer className={styles.foot}>
        <ConnectionStatus />
        <Alert texts={room.error ? [room.error] : null} />
        {room.guestId && (
          <p className={styles.postingAs}>
            Posting as <b>{room.guestId}</b>
          </p>
        )}
        <Composer
          initialText={rejected?.text ?? ""}
          isInvalid={room.error !== null}
          live={page.isLatest ? { onSend: room.send, unsent: room.unsent } : undefined}
        />
      </footer>
    </>
  );
}

/** Says so when new lines do not arrive. */
function ConnectionStatus() {
  const connection = useConnection();
  if (useConnectionState() !== "failed") return null;
  return (
    <p className={styles.status} role="status">
      New messages aren't coming in.
      <Button type="button" variant="link" size="sm" onClick={() => connection?.retry()}>
        Reconnect
      </Button>
    </p>
  );
}
