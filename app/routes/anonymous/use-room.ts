import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ConnectionState } from "../../realtime/connection.ts";
import { useConnection, useServerFrames } from "../../realtime/provider.tsx";
import type { RoomLine } from "../../schemas/room.ts";
import { roomName } from "../../schemas/room-rules.ts";
import { mergeLines } from "./merge-lines.ts";
import { fetchLines, postLine } from "./room-calls.ts";

const pageSize = 50;
const maxPageSize = 200;
const checkIntervalMs = 60_000;

/** What the room's page shows. */
export interface RoomPage {
  lines: RoomLine[];
  hasMore: boolean;
  guestId: string | null;
  /** Whether the page ends with the newest line. */
  isLatest: boolean;
  timeZone: string;
  now: number;
}

/** A line on its way to the server. */
export interface PendingLine {
  key: number;
  content: string;
}

/** The lines of the room, kept up to date: received, sent, missed and older ones. */
export function useRoom(page: RoomPage, initialError: string | null) {
  const connection = useConnection();
  const [lines, setLines] = useState(page.lines);
  const [pending, setPending] = useState<PendingLine[]>([]);
  const [guestId, setGuestId] = useState(page.guestId);
  const [hasOlder, setHasOlder] = useState(page.hasMore);
  const [older, setOlder] = useState<"idle" | "loading" | "failed">("idle");
  const [error, setError] = useState(initialError);
  const [unsent, setUnsent] = useState<{ text: string } | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const add = (added: RoomLine[]) => setLines((shown) => mergeLines(shown, added));

  const catchUp = useEffectEvent(async () => {
    if (!page.isLatest) return;
    for (let after = lines.at(-1)?.id ?? "0"; ; ) {
      const missed = await fetchLines(`after=${after}&limit=${maxPageSize}`);
      add(missed ?? []);
      if (!missed || missed.length < maxPageSize) return;
      after = missed.at(-1)?.id ?? after;
    }
  });
  const enter = useEffectEvent((state: ConnectionState) => {
    if (state !== "open") return;
    connection?.send("join-room", { room: roomName });
    void catchUp();
  });
  useEffect(() => {
    if (connection) enter(connection.state);
    return connection?.onState(enter);
  }, [connection]);

  // A socket can be dead without having been closed.
  useEffect(() => {
    const timer = setInterval(() => void catchUp(), checkIntervalMs);
    return () => clearInterval(timer);
  }, []);

  useServerFrames(async (frame) => {
    if (frame.event !== "anonymous-message" || !page.isLatest) return;
    const line = { ...frame.data, own: false };
    // Two sessions may have the same label. The server knows whose line it is.
    const asked = line.guestId === guestId ? await fetchLines(`after=${Number(line.id) - 1}&limit=1`) : null;
    add(asked?.length ? asked : [line]);
  });

  async function send(text: string) {
    const content = text.trim();
    const key = performance.now();
    setError(null);
    setPending((waiting) => [...waiting, { key, content }]);
    const sent = await postLine(content);
    setPending((waiting) => waiting.filter((each) => each.key !== key));
    if ("error" in sent) {
      setError(sent.error);
      setUnsent({ text });
      return;
    }
    // At midnight it changes.
    setGuestId(sent.line.guestId);
    add([sent.line]);
  }

  async function loadOlder(event: MouseEvent) {
    const [oldest] = lines;
    if (!oldest) return;
    event.preventDefault();
    if (older === "loading") return;
    setOlder("loading");
    const added = await fetchLines(`before=${oldest.id}&limit=${pageSize}`);
    setOlder(added ? "idle" : "failed");
    if (!added) return;
    setHasOlder(added.length === pageSize);
    add(added);
  }

  useScrollPosition(
    scroller,
    [...lines.map(({ id }) => id), ...pending.map(({ key }) => key)].at(-1),
    pending.length > 0,
  );
  return { lines, pending, guestId, hasOlder, older, error, unsent, scroller, send, loadOlder };
}

/** Shows each new line, unless the reader has scrolled up: then what they read stays where it is. */
function useScrollPosition(
  scroller: React.RefObject<HTMLElement | null>,
  lastKey: string | number | undefined,
  isSending: boolean,
): void {
  const previous = useRef({ lastKey, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The scroller is filled from below: 0 is the end, and less is further up.
    if (lastKey !== previous.current.lastKey) {
      if (isSending) element.scrollTop = 0;
      else if (element.scrollTop < -40) element.scrollTop -= element.scrollHeight - previous.current.height;
    }
    previous.current = { lastKey, height: element.scrollHeight };
  });
}
