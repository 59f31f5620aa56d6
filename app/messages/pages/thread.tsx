import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { Face, PersonName } from "#app/people/person.tsx";
import { useConnection, useServerFrames } from "#app/platform/realtime/provider.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { appendQuery, withoutTarget } from "../chat/address.ts";
import { ChatLog, ConnectionLost } from "../chat/chat-log.tsx";
import { draftKey } from "../chat/drafts.ts";
import { TargetComposer, type TargetState, useActs, useTarget } from "../chat/target.tsx";
import { isAlias, maxMessageLength, messageTexts } from "../rules.ts";
import { topicOf } from "./conversation.ts";
import { Connect, ConversationMenu, NameSwitch, Unblock } from "./conversation-menu.tsx";
import { twoPanes } from "./conversations.css.ts";
import { LineFiles } from "./line-files.tsx";
import { outbox } from "./outbox.ts";
import type { OpenConversation, RejectedMessage } from "./page-data.ts";
import * as styles from "./thread.css.ts";
import { useIsOffline } from "./use-is-offline.ts";
import { useOutbox } from "./use-outbox.ts";
import { useOlderNearTop, useThread } from "./use-thread.ts";

interface ThreadProps {
  viewer: { id: string };
  conversation: OpenConversation;
  timeZone: string;
  now: number;
  rejected: RejectedMessage | undefined;
  isLoggedOut: boolean;
}

/** The right pane: the partner, the messages, and the composer. */
export function Thread(props: ThreadProps) {
  const { viewer, conversation, timeZone, now } = props;
  const { partner, href, isLatest, isAnonymous } = conversation;
  const line = isAlias(partner.id) ? "Doesn't show their name" : partner.line;
  const chat = useThread(viewer.id, conversation);
  const olderRef = useOlderNearTop(chat);
  const { isTyping, sendTyping } = useTyping(viewer.id, partner.id, isAnonymous);
  const target = useTarget(chat.lines);
  const foot = useOutbox(viewer.id, conversation, chat.dispatch, props.rejected?.error ?? null);
  const address = withoutTarget(useLocation());
  const act = useActs(address, target.choose, (intent, failure) => {
    foot.showFailure(failure);
    if (intent === "edit" && !failure) target.choose(null);
  });
  return (
    <>
      <header className={styles.head}>
        <Face person={partner} size="md" />
        <div className={styles.headText}>
          <h2 className={styles.name}>
            <PersonName person={partner} />
          </h2>
          {line && !isTyping && (
            <p className={styles.line} dir="auto">
              {line}
            </p>
          )}
          <p className={styles.typing} aria-live="polite">
            {isTyping && (
              <>
                <bdi>{partner.name}</bdi> is typing...
              </>
            )}
          </p>
        </div>
        <ConversationMenu key={`${partner.isBlocked}`} conversation={conversation} />
        <div className={styles.connect}>
          <Connect partner={partner} />
        </div>
      </header>
      <ChatLog
        styles={styles.chat}
        label="Thread"
        chat={chat}
        place={{
          href,
          address,
          subject: "message",
          hasWeekdays: true,
          timeZone,
          now,
          onTakeBack: outbox.takeBack,
          canWrite: canWriteIn(conversation),
          hasEdit: true,
          onAct: act,
          Files: LineFiles,
        }}
        olderHref={appendQuery(href, `before=${chat.older.oldestId ?? ""}`)}
        olderRef={olderRef}
        isLatest={isLatest}
      >
        <EmptyThread conversation={conversation} isEmpty={chat.lines.length === 0} />
      </ChatLog>
      <Foot {...props} outbox={foot} target={target} address={address} onAct={act} onType={sendTyping} />
    </>
  );
}

/** Shown if the messages could not be loaded, or there are none yet. */
function EmptyThread({ conversation, isEmpty }: { conversation: OpenConversation; isEmpty: boolean }) {
  if (conversation.thread === null) {
    return (
      <div className={styles.chat.note}>
        <LoadFailure text={messageTexts.threadFailed} />
      </div>
    );
  }
  if (!isEmpty) return null;
  return (
    <div className={styles.chat.note}>
      <h3 className={styles.chat.emptyTitle}>No messages yet</h3>
      <p>Send a message to start the conversation.</p>
      <NameSwitch conversation={conversation} />
    </div>
  );
}

const isHiddenIn = ({ partner, isAnonymous }: OpenConversation) => isAnonymous && !isAlias(partner.id);

const canWriteIn = (conversation: OpenConversation): boolean => {
  const { partner } = conversation;
  const isHidden = isHiddenIn(conversation);
  return !partner.hasLeft && (isHidden ? partner.allowsAnonymous : !partner.isBlocked);
};

/** The composer, or the reason why there is none, below the notes that the viewer should see. */
function Foot({
  viewer,
  conversation,
  rejected,
  isLoggedOut,
  outbox: { error, composer, files, send },
  target,
  address,
  onAct,
  onType,
}: ThreadProps & {
  outbox: ReturnType<typeof useOutbox>;
  target: TargetState;
  address: string;
  onAct: (form: FormData) => void;
  onType: () => void;
}) {
  const { partner, href } = conversation;
  const foot = useFootFocus(partner.isBlocked);
  const topic = topicOf(useLocation().search);
  const isViewerHidden = isHiddenIn(conversation);
  const isBlocked = partner.isBlocked && !isViewerHidden;
  const isRefused = isViewerHidden && !partner.allowsAnonymous;
  const canWrite = canWriteIn(conversation);
  return (
    <footer className={styles.chat.foot} ref={foot}>
      <ConnectionStatus href={href} isLoggedOut={isLoggedOut} />
      <Alert texts={error ? [error] : null} />
      {isBlocked && <Unblock partner={partner} href={href} />}
      {partner.hasLeft && <p className={styles.chat.status}>This member has left.</p>}
      {!partner.hasLeft && isRefused && (
        <p className={styles.chat.status}>{partner.anonymousNote ?? messageTexts.anonymousOff}</p>
      )}
      {canWrite && (
        <UnlessMuted mute={conversation.mute}>
          {isViewerHidden && (
            <p className={styles.chat.status}>
              {partner.name} sees you as “Anonymous”. {partner.anonymousNote}
            </p>
          )}
          <TargetComposer
            ref={composer}
            styles={styles.chat}
            target={target}
            href={href}
            address={address}
            placeholder="Write a message"
            maxLength={maxMessageLength}
            rejectedText={rejected?.text ?? ""}
            suggestedText={topic && `About ${topic}: `}
            isInvalid={error !== null}
            files={files}
            live={{ onSend: send, onAct, onType, draftKey: draftKey(viewer.id, href) }}
          />
        </UnlessMuted>
      )}
    </footer>
  );
}

/** Shows why messages are not being sent or received. */
function ConnectionStatus({ href, isLoggedOut }: { href: string; isLoggedOut: boolean }) {
  const isOffline = useIsOffline();
  if (isLoggedOut) {
    return (
      <p className={styles.chat.status} role="status">
        {messageTexts.loggedOut}{" "}
        <Link to={`/login?redirectTo=${encodeURIComponent(href)}`} target="_blank" reloadDocument>
          Log in again in a new tab
        </Link>
      </p>
    );
  }
  if (isOffline) {
    return (
      <p className={styles.chat.status} role="status">
        You're offline. Messages will send when you reconnect.
      </p>
    );
  }
  return <ConnectionLost styles={styles.chat} />;
}

/**
 * Focuses the composer when the thread opens next to the list, after a choice in the search, and when the partner is
 * blocked or unblocked.
 */
function useFootFocus(isBlocked: boolean) {
  const foot = useRef<HTMLElement>(null);
  const shown = useRef<boolean>(undefined);
  const { key, state } = useLocation();
  useEffect(() => {
    const isFree = key !== "default" || document.activeElement === document.body;
    const isOpening = shown.current === undefined;
    const isMeant = isOpening ? isFree && matchMedia(twoPanes).matches : shown.current !== isBlocked;
    shown.current = isBlocked;
    if (!isMeant && !state?.isChosen) return;
    foot.current?.querySelector<HTMLElement>("textarea, button")?.focus({ preventScroll: true });
  }, [key, state, isBlocked]);
  return foot;
}

/** How long the indicator stays after the last typing event: specification, section 4. */
const indicatorMs = 3_000;
/**
 * How often the partner receives an event while the viewer types. The server drops a second one within two seconds.
 */
const sendIntervalMs = 2_250;

/** Whether the partner is typing in this conversation, and a function to call when the viewer types. */
function useTyping(viewerId: string, partnerId: string, isAnonymous: boolean) {
  const [isTyping, setIsTyping] = useState(false);
  const connection = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSentAt = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);
  useServerFrames((frame) => {
    if (frame.event !== "user_typing" && frame.event !== "receive_message") return;
    if (frame.data.senderId !== partnerId || frame.data.isAnonymous !== isAnonymous) return;
    clearTimeout(timer.current);
    if (frame.event === "user_typing") {
      setIsTyping(true);
      timer.current = setTimeout(() => setIsTyping(false), indicatorMs);
    } else {
      setIsTyping(false);
    }
  });

  function sendTyping() {
    const now = Date.now();
    if (now - lastSentAt.current < sendIntervalMs) return;
    const isSent = connection?.send("typing", { senderId: viewerId, receiverId: partnerId, isAnonymous });
    if (isSent) lastSentAt.current = now;
  }
  return { isTyping, sendTyping };
}
