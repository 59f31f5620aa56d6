import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { Title } from "#app/ui/page.tsx";
import { conversationHref, threadAddress } from "./conversation.ts";
import { Conversations, isListAddress } from "./conversations.tsx";
import * as styles from "./messages.css.ts";
import type { MessagesPage, RejectedMessage } from "./page-data.ts";
import { Thread } from "./thread.tsx";
import { useInbox } from "./use-inbox.ts";
import { useLoggedOut } from "./use-logged-out.ts";
import { Welcome } from "./welcome.tsx";

/** The list of conversations, next to the open one. */
export function Panes({ page, rejected }: { page: MessagesPage; rejected: RejectedMessage | undefined }) {
  const { viewer, conversation, timeZone, now } = page;
  const conversations = useInbox(page);
  const missed = useMissed(viewer.id, conversation?.href ?? null);
  const { state, location } = useNavigation();
  const isLoggedOut = useLoggedOut(viewer.id);
  const shown = useLocation();
  const isLoading =
    state === "loading" &&
    location.pathname.startsWith("/messages/") &&
    threadAddress(location) !== threadAddress(shown);
  const isThreadShown = conversation !== null && !isLoading;
  const isFirstRun = conversations?.length === 0 && !page.isArchived;
  const isListAlone = conversation === null && !isLoading && (isFirstRun || isListAddress(shown));
  const restPane = isListAlone ? styles.coveredPane : styles.pane;
  const unread = conversations?.reduce((sum, { unreadCount }) => sum + unreadCount, missed) ?? 0;
  return (
    <>
      <Title>{unread > 0 ? `(${unread}) Messages` : "Messages"}</Title>
      {isThreadShown && (
        <a className={styles.skip} href="#message">
          Skip to message
        </a>
      )}
      <Conversations
        page={page}
        conversations={conversations}
        isThreadShown={isThreadShown}
        isAlone={isListAlone}
      />
      <section
        className={isThreadShown ? styles.openPane : restPane}
        aria-label={conversation ? `Conversation with ${conversation.partner.name}` : "Welcome"}
      >
        {isLoading && (
          <p className={styles.loading} role="status">
            Loading messages...
          </p>
        )}
        {!isLoading && !conversation && <Welcome />}
        {!isLoading && conversation && (
          <Thread
            key={conversation.href}
            viewer={viewer}
            conversation={conversation}
            timeZone={timeZone}
            now={now}
            rejected={rejected}
            isLoggedOut={isLoggedOut}
          />
        )}
      </section>
    </>
  );
}

/** How many messages have arrived in the open conversation since its tab was last seen. */
function useMissed(viewerId: string, openHref: string | null): number {
  const [missed, setMissed] = useState(0);
  useServerFrames((frame) => {
    if (frame.event !== "receive_message" || !document.hidden) return;
    const { senderId, isAnonymous } = frame.data;
    if (senderId !== viewerId && conversationHref(senderId, isAnonymous) === openHref)
      setMissed((count) => count + 1);
  });
  useEffect(() => {
    const reset = () => setMissed(0);
    document.addEventListener("visibilitychange", reset);
    return () => document.removeEventListener("visibilitychange", reset);
  }, []);
  return missed;
}
