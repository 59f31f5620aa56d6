import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ComposerHandle } from "#app/messages/chat/composer.tsx";
import { fetchJson } from "#app/messages/chat/fetch-json.ts";
import { type ChatLine, type PendingText, toPendingLine } from "#app/messages/chat/line-reducer.ts";
import { describeFailure, type OutboxEvent } from "#app/messages/chat/outbox.ts";
import { useChat } from "#app/messages/chat/use-chat.ts";
import type { ShownMute } from "#app/platform/auth/mute-texts.ts";
import { useConnection, useServerFrames } from "#app/platform/realtime/provider.tsx";
import type { FormFailure } from "#app/ui/forms/form.tsx";
import type { RoomLine } from "../input.server.ts";
import { roomName, roomTexts } from "../rules.ts";
import { outbox } from "./outbox.ts";

/** The data of the room's page. */
export interface RoomPage {
  viewerId: string;
  lines: RoomLine[];
  hasMore: boolean;
  guestId: string | null;
  /** Whether the page ends with the newest line. */
  isLatest: boolean;
  mute: ShownMute | null;
  timeZone: string;
  now: number;
}

const toChatLine = (line: RoomLine): ChatLine => ({
  key: line.id,
  id: line.id,
  content: line.content,
  sentAt: Date.parse(line.timestamp),
  isOwn: line.own,
  author: line.guestId,
  state: "stored",
  deletedAt: line.deletedAt,
  replyTo: line.replyTo,
  reactions: line.reactions,
});

async function fetchLines(query: string): Promise<ChatLine[] | null> {
  const lines = await fetchJson<RoomLine[]>(`/api/anonymous-messages?${query}`);
  return lines?.map(toChatLine) ?? null;
}

/** The lines of the room, kept up to date: received, sent, missed and older ones. */
export function useRoom(page: RoomPage, initialError: string | null) {
  const connection = useConnection();
  const [guestId, setGuestId] = useState(page.guestId);
  const [error, setError] = useState(initialError);
  const composer = useRef<ComposerHandle>(null);
  const loaded = useMemo(() => ({ lines: page.lines.map(toChatLine), hasOlder: page.hasMore }), [page]);
  const chat = useChat({
    loaded,
    isLatest: page.isLatest,
    fetchLines,
    onOpen() {
      connection?.send("join-room", { room: roomName });
      outbox.retryNow();
    },
  });
  const { dispatch } = chat;

  async function showLine(line: ChatLine): Promise<void> {
    // Two sessions may have the same label. Only the server knows which line is the viewer's.
    const fetched = line.author === guestId ? await fetchLines(`after=${Number(line.id) - 1}&limit=1`) : null;
    dispatch({ type: "loaded", lines: fetched?.length ? fetched : [line] });
  }
  useServerFrames((frame) => {
    if (frame.event === "anonymous-message" && page.isLatest)
      void showLine(toChatLine({ ...frame.data, own: false }));
    const isChange = frame.event === "message_deleted" || frame.event === "message_reacted";
    if (isChange && "guestId" in frame.data)
      dispatch({ type: "changed", line: toChatLine({ ...frame.data, own: false }), isShared: true });
  });

  const { viewerId, isLatest } = page;
  const handleEvent = useEffectEvent((event: OutboxEvent<PendingText, RoomLine>) => {
    const { tempId, content, senderId } = event.pending;
    if (senderId !== viewerId || !isLatest) return;
    if (event.type === "added") {
      setError(null);
      dispatch({ type: "loaded", lines: [toPendingLine(event.pending)] });
    } else if (event.type === "saved") {
      // The label changes at midnight.
      setGuestId(event.message.guestId);
      dispatch({ type: "saved", tempId, line: toChatLine(event.message) });
    } else if (event.type === "failed") {
      dispatch({ type: "failed", tempId });
      setError(describeFailure(event.error));
      composer.current?.putBack(content);
    }
  });
  useEffect(() => {
    if (isLatest) {
      const waiting = outbox.pending.filter(({ senderId }) => senderId === viewerId);
      dispatch({ type: "loaded", lines: waiting.map(toPendingLine) });
    }
    return outbox.subscribe(handleEvent);
  }, [viewerId, isLatest, dispatch]);
  useEffect(() => {
    outbox.connection = connection;
    outbox.adopt(viewerId);
    outbox.retryNow();
    return () => {
      outbox.connection = null;
    };
  }, [connection, viewerId]);
  useEffect(() => {
    const retry = () => outbox.retryNow();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);

  const send = (text: string, replyTo: number | null) =>
    outbox.add({ senderId: viewerId, content: text.trim(), replyTo });
  const showFailure = (failure: FormFailure | undefined) =>
    setError(failure ? (Object.values(failure.error ?? {})[0]?.[0] ?? roomTexts.changeFailed) : null);
  return { chat, guestId, error, composer, send, showFailure };
}
