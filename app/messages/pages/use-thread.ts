import { useEffect, useEffectEvent, useRef } from "react";
import { useConnection, useServerFrames } from "#app/platform/realtime/provider.tsx";
import { fetchJson, responseTimeoutMs } from "../chat/fetch-json.ts";
import { type ChatLine, storedId } from "../chat/line-reducer.ts";
import { type ChatState, useChat } from "../chat/use-chat.ts";
import type { Message } from "../input.server.ts";
import { conversationHref, toChatLine } from "./conversation.ts";
import { outbox } from "./outbox.ts";
import type { OpenConversation } from "./page-data.ts";
import { useIsOffline } from "./use-is-offline.ts";

/** The messages of a conversation, kept up to date: received, seen, missed and older ones. */
export function useThread(
  viewerId: string,
  { partner, href, thread, isLatest, isAnonymous, sendsSeen }: OpenConversation,
): ChatState {
  const chat = useChat({
    loaded: thread,
    isLatest,
    async fetchLines(query) {
      const path = `/api/messages/history/${viewerId}/${partner.id}?${query}&anonymous=${isAnonymous}`;
      const history = await fetchJson<Message[]>(path);
      return history?.map((message) => toChatLine(message, viewerId)) ?? null;
    },
    onOpen() {
      if (isLatest) outbox.retryNow();
    },
  });
  const { lines, dispatch } = chat;

  useServerFrames((frame) => {
    if (frame.event === "message_seen" && frame.data.by === partner.id) {
      dispatch({ type: "seen", ids: frame.data.ids });
    }
    const isChange =
      frame.event === "message_edited" ||
      frame.event === "message_deleted" ||
      frame.event === "message_reacted";
    if (isChange && "senderId" in frame.data)
      dispatch({ type: "changed", line: toChatLine(frame.data, viewerId) });
    if (frame.event !== "receive_message" || !isLatest) return;
    const { senderId, receiverId, isAnonymous } = frame.data;
    if (conversationHref(senderId === viewerId ? receiverId : senderId, isAnonymous) !== href) return;
    dispatch({ type: "loaded", lines: [toChatLine(frame.data, viewerId)] });
  });
  useSeen(sendsSeen ? lines : answeredLines(lines), isLatest);
  return chat;
}

/** The lines up to the viewer's last one: a reply shows that they were read. */
const answeredLines = (lines: ChatLine[]): ChatLine[] =>
  lines.slice(0, 1 + lines.findLastIndex((line) => line.isOwn && storedId(line) !== null));

/** Loads older messages when the reader nears the top. Returns the ref for the link at the top. */
export function useOlderNearTop({ scroller, hasOlder, older }: ChatState) {
  const top = useRef<HTMLParagraphElement>(null);
  const isOffline = useIsOffline();

  const loadNearTop = useEffectEvent((entry: IntersectionObserverEntry | undefined) => {
    const isAtEnd = scroller.current?.scrollTop === 0;
    if (entry?.isIntersecting && !isAtEnd && older.state !== "failed") void older.load();
  });
  useEffect(() => {
    if (!top.current || !hasOlder) return;
    const observer = new IntersectionObserver(([entry]) => loadNearTop(entry), {
      root: scroller.current,
      rootMargin: "200px 0px 0px",
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [scroller, hasOlder]);

  const retry = useEffectEvent(() => {
    if (older.state === "failed") void older.load();
  });
  useEffect(() => {
    if (!isOffline) retry();
  }, [isOffline]);
  return top;
}

/** Marks received messages as seen while the page is visible and focused. Retries after a failure. */
function useSeen(lines: ChatLine[], isLatest: boolean): void {
  const connection = useConnection();
  const markedIds = useRef(new Set<string>());
  const markSeen = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || !document.hasFocus() || !isLatest) return;
    for (const line of lines) {
      const { id, isOwn, state } = line;
      if (isOwn || state === "seen" || storedId(line) === null || markedIds.current.has(id)) continue;
      markedIds.current.add(id);
      fetch(`/api/messages/seen/${id}`, {
        method: "PUT",
        signal: AbortSignal.timeout(responseTimeoutMs),
      }).catch(() => markedIds.current.delete(id));
    }
  });
  useEffect(() => {
    void lines;
    markSeen();
  }, [lines]);
  useEffect(() => {
    const mark = () => markSeen();
    document.addEventListener("visibilitychange", mark);
    window.addEventListener("focus", mark);
    const unsubscribe = connection?.onState((state) => state === "open" && mark());
    return () => {
      document.removeEventListener("visibilitychange", mark);
      window.removeEventListener("focus", mark);
      unsubscribe?.();
    };
  }, [connection]);
}
