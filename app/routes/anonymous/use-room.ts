import { useMemo, useRef, useState } from "react";
import type { ComposerHandle } from "../../chat/composer.tsx";
import { fetchJson } from "../../chat/fetch-json.ts";
import { type ChatLine, createTempId, toPendingLine } from "../../chat/line-reducer.ts";
import { useChat } from "../../chat/use-chat.ts";
import { useConnection, useServerFrames } from "../../realtime/provider.tsx";
import type { RoomLine } from "../../schemas/room.ts";
import { roomName } from "../../schemas/room-rules.ts";
import { postLine } from "./post-line.ts";

/** The data of the room's page. */
export interface RoomPage {
  lines: RoomLine[];
  hasMore: boolean;
  guestId: string | null;
  /** Whether the page ends with the newest line. */
  isLatest: boolean;
  timeZone: string;
  now: number;
}

const toChatLine = ({ id, content, guestId, timestamp, own }: RoomLine): ChatLine => ({
  key: id,
  id,
  content,
  sentAt: Date.parse(timestamp),
  isOwn: own,
  author: guestId,
  state: "stored",
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
    onOpen: () => connection?.send("join-room", { room: roomName }),
  });
  const { dispatch } = chat;

  useServerFrames(async (frame) => {
    if (frame.event !== "anonymous-message" || !page.isLatest) return;
    const line = toChatLine({ ...frame.data, own: false });
    // Two sessions may have the same label. The server knows whose line it is.
    const asked = line.author === guestId ? await fetchLines(`after=${Number(line.id) - 1}&limit=1`) : null;
    dispatch({ type: "loaded", lines: asked?.length ? asked : [line] });
  });

  async function send(text: string) {
    const sentAt = Date.now();
    const tempId = createTempId(sentAt);
    setError(null);
    dispatch({ type: "loaded", lines: [toPendingLine({ tempId, content: text.trim(), sentAt })] });
    const sent = await postLine(text.trim());
    if ("error" in sent) {
      dispatch({ type: "failed", tempId });
      setError(sent.error);
      composer.current?.putBack(text);
      return;
    }
    // At midnight it changes.
    setGuestId(sent.line.guestId);
    dispatch({ type: "saved", tempId, line: toChatLine(sent.line) });
  }

  return { chat, guestId, error, composer, send };
}
