import { Link } from "react-router";
import { useConnection, useConnectionState } from "../../realtime/provider.tsx";
import { isAlias, messageTexts } from "../../schemas/message-rules.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Bubbles } from "./bubbles.tsx";
import { Composer } from "./composer.tsx";
import { ConversationMenu, NameSwitch, Unblock } from "./conversation-menu.tsx";
import type { OpenConversation, RejectedMessage } from "./page-data.ts";
import * as styles from "./thread.css.ts";
import { appendQuery } from "./thread-reducer.ts";
import { useThread } from "./use-thread.ts";
import { useTyping } from "./use-typing.ts";

/** The right pane: the partner, the messages, and the composer. */
export function Thread({
  viewer,
  conversation,
  timeZone,
  now,
  rejected,
  isLoggedOut,
}: {
  viewer: { id: string };
  conversation: OpenConversation;
  timeZone: string;
  now: number;
  rejected: RejectedMessage | undefined;
  isLoggedOut: boolean;
}) {
  const { partner, href, isLatest, isAnonymous } = conversation;
  const isPartnerHidden = isAlias(partner.id);
  const isViewerHidden = isAnonymous && !isPartnerHidden;
  const canWrite = !partner.isGone && (!isViewerHidden || partner.allowsAnonymous);
  const thread = useThread(viewer.id, conversation, rejected?.error ?? null);
  const { isTyping, sendTyping } = useTyping(viewer.id, partner.id, isAnonymous);
  return (
    <>
      <header className={styles.head}>
        <Avatar name={isPartnerHidden ? null : partner.name} avatarUrl={partner.avatarUrl} />
        <div className={styles.headText}>
          <h2 className={styles.name}>{partner.name}</h2>
          <p className={styles.typing} aria-live="polite">
            {isTyping && `${partner.name} is typing...`}
          </p>
        </div>
        <ConversationMenu key={`${partner.isBlocked}`} conversation={conversation} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it, where nothing in it can be focused */}
      <section className={styles.scroller} ref={thread.scroller} tabIndex={0} aria-label="Thread">
        <div>
          {thread.older === "failed" && <Alert texts={[messageTexts.threadFailed]} />}
          {thread.hasOlder && (
            <p className={styles.older} ref={thread.top}>
              <Link
                to={appendQuery(href, `before=${thread.oldestId ?? ""}`)}
                className={buttonClass({ variant: "ghost", size: "sm" })}
                onClick={thread.loadOlder}
                aria-busy={thread.older === "loading" || undefined}
              >
                {olderLabel[thread.older]}
              </Link>
            </p>
          )}
          {conversation.thread === null ? (
            <div className={styles.note}>
              <LoadFailure text={messageTexts.threadFailed} />
            </div>
          ) : (
            thread.messages.length === 0 && (
              <div className={styles.note}>
                <h3 className={styles.emptyTitle}>No messages yet</h3>
                <p>Send a message to start the conversation.</p>
                <NameSwitch conversation={conversation} />
              </div>
            )
          )}
          <Bubbles
            messages={thread.messages}
            href={href}
            isSilent={thread.older === "added"}
            timeZone={timeZone}
            now={now}
          />
          <noscript>
            {isLatest && (
              <p className={styles.status}>
                <a href={href}>Check for new messages</a>
              </p>
            )}
          </noscript>
          {!isLatest && (
            <p className={styles.older}>
              <Link to={href} className={buttonClass({ variant: "outline", size: "sm" })}>
                Newest messages
              </Link>
            </p>
          )}
        </div>
      </section>
      <footer className={styles.foot}>
        <ConnectionStatus href={href} isLoggedOut={isLoggedOut} isOffline={thread.isOffline} />
        <Alert texts={thread.error ? [thread.error] : null} />
        {partner.isBlocked && !isViewerHidden && <Unblock partner={partner} href={href} />}
        {partner.isGone && <p className={styles.status}>This member has left.</p>}
        {!partner.isGone && !canWrite && <p className={styles.status}>{messageTexts.anonymousOff}</p>}
        {canWrite && isViewerHidden && (
          <p className={styles.status}>{partner.name} sees you as “Anonymous”.</p>
        )}
        {canWrite && (
          <Composer
            href={href}
            initialText={rejected?.text ?? ""}
            isInvalid={thread.error !== null}
            live={{
              viewerId: viewer.id,
              restoreCount: thread.restoreCount,
              onSend: thread.send,
              onType: sendTyping,
            }}
          />
        )}
      </footer>
    </>
  );
}

const olderLabel = {
  idle: "Older messages",
  added: "Older messages",
  loading: "Loading messages...",
  failed: "Retry",
};

/** Says why messages neither arrive nor leave at the moment. */
function ConnectionStatus({
  href,
  isLoggedOut,
  isOffline,
}: {
  href: string;
  isLoggedOut: boolean;
  isOffline: boolean;
}) {
  const connection = useConnection();
  const state = useConnectionState();
  if (isLoggedOut) {
    return (
      <p className={styles.status} role="status">
        {messageTexts.loggedOut}{" "}
        <Link to={`/login?redirectTo=${encodeURIComponent(href)}`} target="_blank" reloadDocument>
          Log in again in a new tab
        </Link>
      </p>
    );
  }
  if (isOffline) {
    return (
      <p className={styles.status} role="status">
        You're offline. Messages will send when you reconnect.
      </p>
    );
  }
  if (state !== "failed") return null;
  return (
    <p className={styles.status} role="status">
      New messages aren't coming in.
      <Button type="button" variant="link" size="sm" onClick={() => connection?.retry()}>
        Reconnect
      </Button>
    </p>
  );
}
