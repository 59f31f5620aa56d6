import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import type { ConnectionState } from "#app/platform/realtime/connection.ts";
import { useConnection } from "#app/platform/realtime/provider.tsx";
import { type ChatLine, lineReducer, newestId, storedId } from "./line-reducer.ts";

const pageSize = 50;
const maxPageSize = 200;
const checkIntervalMs = 60_000;

interface ChatSource {
  /** The page's lines; null if they could not be loaded. */
  loaded: { lines: ChatLine[]; hasOlder: boolean } | null;
  isLatest: boolean;
  fetchLines: (query: string) => Promise<ChatLine[] | null>;
  /** Called when the socket is open, before missed lines are read. */
  onOpen: () => void;
}

/** The lines of a chat, kept complete: those loaded with the page, missed ones, and older ones. */
export function useChat({ loaded, isLatest, fetchLines, onOpen }: ChatSource) {
  const connection = useConnection();
  const [lines, dispatch] = useReducer(lineReducer, loaded?.lines ?? []);
  const [hasOlder, setHasOlder] = useState(loaded?.hasOlder ?? false);
  const scroller = useRef<HTMLElement>(null);
  /** Reads the current lines after an `await`. */
  const latestLines = useEffectEvent(() => lines);
  const lastLoaded = useRef(loaded);

  /** The newest id before which no line is missing. A frame doesn't show whether earlier lines were missed. */
  const completeUntil = useRef(loaded && newestId(loaded.lines));
  /** Lines may be missed between loading and the socket's opening, and while it is closed. */
  const gaps = useRef(1);
  const wasOpen = useRef(false);
  const catchUp = useEffectEvent(async () => {
    const count = gaps.current;
    if (count === 0 || completeUntil.current === null || !isLatest) return;
    for (;;) {
      const page = await fetchLines(`after=${completeUntil.current}&limit=${maxPageSize}`);
      if (!page) return;
      dispatch({ type: "loaded", lines: page });
      completeUntil.current = Math.max(completeUntil.current, newestId(page));
      if (page.length < maxPageSize) break;
    }
    if (gaps.current === count) gaps.current = 0;
    // Lines may have been edited in the meantime, and the viewer's own ones seen.
    const isFirst = wasOpen.current === false;
    wasOpen.current = true;
    if (isFirst && !latestLines().some(({ isOwn, state }) => isOwn && state === "sent")) return;
    dispatch({ type: "loaded", lines: (await fetchLines(`limit=${pageSize}`)) ?? [] });
  });
  const handleState = useEffectEvent((state: ConnectionState) => {
    if (state === "open") {
      onOpen();
      void catchUp();
    } else if (lastLoaded.current) {
      gaps.current++;
    }
  });
  useEffect(() => {
    if (connection?.state === "open") handleState("open");
    return connection?.onState(handleState);
  }, [connection]);

  // The page may load the same chat again, especially if it could not be loaded before.
  useEffect(() => {
    if (!loaded || lastLoaded.current === loaded) return;
    dispatch({ type: "loaded", lines: loaded.lines });
    if (!lastLoaded.current) {
      setHasOlder(loaded.hasOlder);
      completeUntil.current = newestId(loaded.lines);
      gaps.current++;
      void catchUp();
    }
    lastLoaded.current = loaded;
  }, [loaded]);

  // A socket can die without closing. A line that it failed to deliver reveals that.
  const check = useEffectEvent(async () => {
    if (!isLatest || !lastLoaded.current || document.visibilityState !== "visible") return;
    if (gaps.current > 0) return catchUp();
    const page = await fetchLines(`after=${completeUntil.current}&limit=${maxPageSize}`);
    if (!page) return;
    completeUntil.current = Math.max(completeUntil.current ?? 0, newestId(page));
    const knownIds = new Set(latestLines().map(({ id }) => id));
    if (page.every(({ id }) => knownIds.has(id))) return;
    dispatch({ type: "loaded", lines: page });
    if (connection?.state === "open") connection.reconnect();
  });
  useEffect(() => {
    const timer = setInterval(() => void check(), checkIntervalMs);
    return () => clearInterval(timer);
  }, []);

  useScrollPosition(scroller, lines);
  const older = useOlder(lines, fetchLines, (page) => {
    setHasOlder(page.length === pageSize);
    dispatch({ type: "loaded", lines: page });
  });
  return { lines, dispatch, scroller, hasOlder, older };
}
export type ChatState = ReturnType<typeof useChat>;

function useOlder(
  lines: ChatLine[],
  fetchLines: ChatSource["fetchLines"],
  onLoaded: (page: ChatLine[]) => void,
) {
  const [state, setState] = useState<"idle" | "loading" | "failed" | "added">("idle");
  const oldestId = lines.map(storedId).find((id) => id !== null) ?? null;

  async function load(event?: MouseEvent) {
    if (oldestId === null) return;
    event?.preventDefault();
    if (state === "loading") return;
    setState("loading");
    const page = await fetchLines(`before=${oldestId}&limit=${pageSize}`);
    setState(page ? "added" : "failed");
    if (page) onLoaded(page);
  }
  useEffect(() => {
    if (state !== "added") return;
    const timer = setTimeout(() => setState("idle"), 500);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, oldestId, load };
}

/** Scrolls to the end for the viewer's new lines. For others' lines, keeps the position of a reader further up. */
function useScrollPosition(scroller: RefObject<HTMLElement | null>, lines: ChatLine[]): void {
  const previous = useRef({ lastKey: lines.at(-1)?.key, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const last = lines.at(-1);
    const isAdded = last !== undefined && last.key !== previous.current.lastKey;
    // The scroller fills from the bottom: 0 is the end, and values decrease upwards.
    if (isAdded && last.isOwn) element.scrollTop = 0;
    else if (isAdded && element.scrollTop < -40)
      element.scrollTop -= element.scrollHeight - previous.current.height;
    previous.current = { lastKey: last?.key, height: element.scrollHeight };
  }, [scroller, lines]);
}
