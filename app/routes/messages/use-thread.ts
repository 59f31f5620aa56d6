import { type MouseEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import type { ConnectionState } from "../../realtime/connection.ts";
import { useConnection, useServerFrames } from "../../realtime/provider.tsx";
import type { Message } from "../../schemas/message.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { fetchJson } from "./fetch-json.ts";
import { type OutboxEvent, outbox } from "./outbox.ts";
import type { OpenConversation } from "./page-data.ts";
import {
  conversationHref,
  newestId,
  pendingHref,
  storedId,
  type ThreadMessage,
  threadReducer,
  toPendingThreadMessage,
  toThreadMessage,
} from "./thread-reducer.ts";
import { useIsOffline } from "./use-is-offline.ts";
import { useScrollPosition } from "./use-scroll-position.ts";
import { useSeen } from "./use-seen.ts";

const pageSize = 50;
const maxPageSize = 200;
const checkIntervalMs = 60_000;

/** The messages of a conversation, kept up to date: received, sent, missed and older ones. */
export function useThread(
  viewerId: string,
  { partner, href, thread, isLatest, isAnonymous }: OpenConversation,
  initialError: string | null,
) {
  const connection = useConnection();
  const isOffline = useIsOffline();
  const [messages, dispatch] = useReducer(threadReducer, thread?.messages ?? []);
  const [hasOlder, setHasOlder] = useState(thread?.hasOlder ?? false);
  const [older, setOlder] = useState<"idle" | "loading" | "failed" | "added">("idle");
  const [error, setError] = useState(initialError);
  const [restoreCount, setRestoreCount] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const top = useRef<HTMLParagraphElement>(null);
  const latestMessages = useRef(messages);
  latestMessages.current = messages;
  const oldestId = messages.map(storedId).find((id) => id !== null) ?? null;

  async function fetchHistory(query: string): Promise<ThreadMessage[] | null> {
    const path = `/api/messages/history/${viewerId}/${partner.id}?${query}&anonymous=${isAnonymous}`;
    const history = await fetchJson<Message[]>(path);
    return history?.map((message) => toThreadMessage(message, viewerId)) ?? null;
  }

  /** The id after which messages may be missing: from loading until the socket opens, and while it is closed. */
  const missingAfter = useRef(thread && newestId(thread.messages));
  const catchUp = useEffectEvent(async () => {
    const start = missingAfter.current;
    if (start === null || !isLatest) return;
    for (let after = start; ; ) {
      const page = await fetchHistory(`after=${after}&limit=${maxPageSize}`);
      if (!page) return;
      dispatch({ type: "loaded", messages: page });
      if (page.length < maxPageSize) break;
      after = newestId(page);
    }
    if (missingAfter.current === start) missingAfter.current = null;
    // The viewer's own messages may have been seen meanwhile.
    if (!latestMessages.current.some(({ isOwn, state }) => isOwn && state === "sent")) return;
    dispatch({ type: "loaded", messages: (await fetchHistory(`limit=${pageSize}`)) ?? [] });
  });
  const handleState = useEffectEvent((state: ConnectionState) => {
    if (state === "open") {
      if (isLatest) outbox.retryNow();
      void catchUp();
    } else if (loadedThread.current) {
      missingAfter.current ??= newestId(latestMessages.current);
    }
  });
  useEffect(() => {
    if (connection?.state === "open") void catchUp();
    return connection?.onState(handleState);
  }, [connection]);

  // The page may load the same conversation again, above all after it could not be loaded.
  const loadedThread = useRef(thread);
  useEffect(() => {
    if (!thread || loadedThread.current === thread) return;
    dispatch({ type: "loaded", messages: thread.messages });
    if (!loadedThread.current) {
      setHasOlder(thread.hasOlder);
      missingAfter.current = newestId(thread.messages);
      void catchUp();
    }
    loadedThread.current = thread;
  }, [thread]);

  // A socket can be dead without having been closed: a message that it did not deliver shows that.
  const checkConnection = useEffectEvent(async () => {
    const isOpen = connection?.state === "open" && document.visibilityState === "visible";
    if (!isLatest || !isOpen || !loadedThread.current) return;
    const page = await fetchHistory(`after=${newestId(latestMessages.current)}&limit=${maxPageSize}`);
    const knownIds = new Set(latestMessages.current.map(({ id }) => id));
    if (!page || page.every(({ id }) => knownIds.has(id))) return;
    dispatch({ type: "loaded", messages: page });
    connection.reconnect();
  });
  useEffect(() => {
    const timer = setInterval(() => void checkConnection(), checkIntervalMs);
    return () => clearInterval(timer);
  }, []);

  useServerFrames((frame) => {
    if (frame.event === "message_seen" && frame.data.by === partner.id) {
      dispatch({ type: "seen", ids: frame.data.ids });
    }
    if (frame.event !== "receive_message" || !isLatest) return;
    const { senderId, receiverId, isAnonymous } = frame.data;
    if (conversationHref(senderId === viewerId ? receiverId : senderId, isAnonymous) !== href) return;
    dispatch({ type: "loaded", messages: [toThreadMessage(frame.data, viewerId)] });
  });

  const handleOutboxEvent = useEffectEvent((event: OutboxEvent) => {
    if (!isLatest || pendingHref(event.pending) !== href) return;
    const { tempId } = event.pending;
    if (event.type === "added") {
      setError(null);
      dispatch(event);
    } else if (event.type === "saved") {
      dispatch({ type: "saved", tempId, message: toThreadMessage(event.message, viewerId) });
    } else if (event.type === "failed") {
      dispatch({ type: event.delivered ? "unsaved" : "failed", tempId });
      if (event.delivered) return;
      const isGeneric = event.error === messageTexts.sendFailed;
      setError(isGeneric ? event.error : `${messageTexts.sendFailed}. ${event.error}`);
      setRestoreCount((count) => count + 1);
    }
  });
  useEffect(() => {
    if (!isLatest) return;
    // Messages that were still waiting when the viewer came back to the conversation.
    dispatch({ type: "loaded", messages: outbox.pendingIn(href).map(toPendingThreadMessage) });
    return outbox.subscribe(handleOutboxEvent);
  }, [href, isLatest]);
  useEffect(() => {
    outbox.connection = connection;
    outbox.retryNow();
  }, [connection]);
  useEffect(() => {
    if (!isOffline) outbox.retryNow();
  }, [isOffline]);

  useSeen(messages, isLatest);
  useScrollPosition(scroller, messages);

  async function loadOlder(event?: MouseEvent) {
    if (oldestId === null) return;
    event?.preventDefault();
    if (older === "loading") return;
    setOlder("loading");
    const page = await fetchHistory(`before=${oldestId}&limit=${pageSize}`);
    setOlder(page ? "added" : "failed");
    if (!page) return;
    setHasOlder(page.length === pageSize);
    dispatch({ type: "loaded", messages: page });
  }
  useEffect(() => {
    if (older !== "added") return;
    const timer = setTimeout(() => setOlder("idle"), 500);
    return () => clearTimeout(timer);
  }, [older]);

  // Older messages load when the reader comes near the top.
  const loadOlderNearTop = useEffectEvent((entry: IntersectionObserverEntry | undefined) => {
    if (entry?.isIntersecting && scroller.current?.scrollTop !== 0 && older !== "failed") void loadOlder();
  });
  useEffect(() => {
    if (!top.current || !hasOlder) return;
    const observer = new IntersectionObserver(([entry]) => loadOlderNearTop(entry), {
      root: scroller.current,
      rootMargin: "200px 0px 0px",
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [hasOlder]);
  const retryOlder = useEffectEvent(() => {
    if (older === "failed") void loadOlder();
  });
  useEffect(() => {
    if (!isOffline) retryOlder();
  }, [isOffline]);

  return {
    messages,
    hasOlder,
    older,
    oldestId,
    loadOlder,
    error,
    restoreCount,
    scroller,
    top,
    isOffline,
    send: (content: string) =>
      outbox.add({ senderId: viewerId, receiverId: partner.id, content, isAnonymous }),
  };
}
