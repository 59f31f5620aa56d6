import { Link } from "react-router";
import { useConnection, useConnectionState } from "../../realtime/provider.tsx";
import { messageTexts } from "../../schemas/message-rules.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { Bubbles } from "./bubbles.tsx";
import { Composer } from "./composer.tsx";
import * as styles from "./thread.css.ts";
import { type OpenConversation, useThread } from "./use-thread.ts";
import { useTyping } from "./use-typing.ts";

/** The right pane: who it is with, the messages, and the composer. */
export function Thread({
  viewer,
  open,
  timeZone,
  now,
  refused,
}: {
  viewer: { id: string };
  open: OpenConversation;
  timeZone: string;
  now: number;
  refused: { error: string; text: string } | undefined;
}) {
  const { partner, href, isLatest } = open;
  const live = useConnection();
  const state = useConnectionState();
  const thread = useThread(viewer.id, open);
  const typing = useTyping(viewer.id, partner.id);
  const error = thread.error ?? (thread.restored === null ? (refused?.error ?? null) : null);
  return (
    <>
      <header className={styles.head}>
        <Avatar name={partner.name} avatarUrl={partner.avatarUrl} />
        <div className={styles.headText}>
          <h2 className={styles.name}>{partner.name}</h2>
          <p className={styles.typing} aria-live="polite">
            {typing.isTyping && `${partner.name} is typing...`}
          </p>
        </div>
      </header>
      <div className={styles.scroller} ref={thread.scroller}>
        <div>
          {thread.hasOlder && (
            <p className={styles.older} ref={thread.edge}>
              <Link
                to={`${href}${href.includes("?") ? "&" : "?"}before=${thread.oldest}`}
                className={buttonClass({ variant: "ghost", size: "sm" })}
                onClick={thread.loadOlder}
                aria-busy={thread.isLoadingOlder || undefined}
              >
                {thread.isLoadingOlder ? "Loading messages..." : "Older messages"}
              </Link>
            </p>
          )}
          {open.thread === null ? (
            <div className={styles.note}>
              <Alert texts={[messageTexts.noThread]} />
            </div>
          ) : (
            <>
              {thread.rows.length === 0 && (
                <div className={styles.note}>
                  <h3 className={styles.emptyTitle}>No messages yet</h3>
                  <p>Send a message to start the conversation.</p>
                </div>
              )}
              <Bubbles rows={thread.rows} isQuiet={thread.isPrepending} timeZone={timeZone} now={now} />
            </>
          )}
          {!isLatest && (
            <p className={styles.older}>
              <Link to={href} className={buttonClass({ variant: "outline", size: "sm" })}>
                Newest messages
              </Link>
            </p>
          )}
        </div>
      </div>
      <footer className={styles.foot}>
        {state === "lost" && (
          <p className={styles.lost} role="status">
            The live connection is gone.
            <Button type="button" variant="link" size="sm" onClick={() => live?.retry()}>
              Reconnect
            </Button>
          </p>
        )}
        <noscript>
          <p className={styles.lost}>
            <a href={href}>Check for new messages</a>
          </p>
        </noscript>
        <Alert texts={error ? [error] : null} />
        {partner.gone ? (
          <p className={styles.lost}>This member is not here any more.</p>
        ) : (
          <Composer
            href={href}
            text={thread.restored ?? refused?.text ?? ""}
            restores={thread.restores}
            isWrong={error !== null}
            send={thread.send}
            typed={typing.typed}
          />
        )}
      </footer>
    </>
  );
}
