import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { ConnectionState } from "#app/platform/realtime/connection.ts";
import { useConnection, useServerFrames } from "#app/platform/realtime/provider.tsx";
import { fetchJson } from "../chat/fetch-json.ts";
import { conversationHref } from "./conversation.ts";
import { type ConversationSummary, inboxReducer } from "./inbox-reducer.ts";
import { type OutboxEvent, outbox } from "./outbox.ts";
import type { MessagesPage } from "./page-data.ts";

/** The conversations, updated by received and sent messages; null if they could not be loaded. */
export function useInbox({ viewer, inbox, conversation }: MessagesPage): ConversationSummary[] | null {
  const [conversations, dispatch] = useReducer(inboxReducer, inbox?.conversations ?? []);
  const connection = useConnection();
  const openHref = conversation?.href ?? null;
  const isFirstPage = inbox?.isFirstPage ?? false;

  const loaded = inbox?.conversations;
  const lastLoaded = useRef(loaded);
  useEffect(() => {
    if (!loaded || lastLoaded.current === loaded) return;
    lastLoaded.current = loaded;
    dispatch({ type: "loaded", conversations: loaded });
  }, [loaded]);

  async function refresh() {
    if (!isFirstPage) return;
    const conversations = await fetchJson<ConversationSummary[]>("/messages/inbox");
    if (conversations) dispatch({ type: "loaded", conversations });
  }

  useServerFrames((frame) => {
    const isChange = frame.event === "message_edited" || frame.event === "message_deleted";
    if (isChange && "senderId" in frame.data)
      dispatch({ type: "changed", message: frame.data, viewerId: viewer.id });
    if (frame.event !== "receive_message" || !isFirstPage) return;
    const message = frame.data;
    const isOwn = message.senderId === viewer.id;
    const partnerId = isOwn ? message.receiverId : message.senderId;
    const href = conversationHref(partnerId, message.isAnonymous);
    const isKnown = conversations.some((summary) => summary.href === href);
    if (isKnown || !isOwn) dispatch({ type: "received", message, viewerId: viewer.id, openHref });
    // The frame has no avatar, and no name when the viewer wrote from another device.
    if (!isKnown) void refresh();
  });

  // Catches up on messages that arrived before the connection opened, or while it was closed.
  const refreshWhenOpen = useEffectEvent((state: ConnectionState) => {
    if (state === "open") void refresh();
  });
  useEffect(() => {
    // The socket may have opened before this effect ran.
    if (connection) refreshWhenOpen(connection.state);
    return connection?.onState(refreshWhenOpen);
  }, [connection]);

  const partner = conversation?.partner ?? null;
  const applyOutboxEvent = useEffectEvent((event: OutboxEvent) =>
    dispatch({ type: "outbox", event, partner }),
  );
  useEffect(() => outbox.subscribe(applyOutboxEvent), []);

  if (!inbox) return null;
  // The open conversation is on screen, so nothing in it counts as unread.
  return conversations.map((summary) =>
    summary.href === openHref ? { ...summary, unreadCount: 0 } : summary,
  );
}
