import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { useConnection, useServerFrames } from "../../realtime/provider.tsx";
import type { Message } from "../../schemas/message.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { outbox } from "./outbox.ts";
import { newestId, pendingRow, type Row, storedId, threadReducer, toRow } from "./thread-reducer.ts";

/** A conversation as its page shows it. `thread` is null when it could not be loaded. */
export interface OpenConversation {
  partner: { id: string; name: string; avatarUrl: string | null; gone: boolean };
  href: string;
  anonymous: boolean;
  thread: { rows: Row[]; hasOlder: boolean } | null;
  isLatest: boolean;
}

/** Messages in one answer of the history. */
const pageSize = 50;
const most = 200;
const patience = 10_000;
const checkEvery = 60_000;

/** A thread that keeps itself up to date: what comes in, what goes out, what was missed, and what is older. */
export function useThread(
  viewerId: string,
  { partner, href, thread, isLatest, anonymous }: OpenConversation,
) {
  const live = useConnection();
  const [rows, change] = useReducer(threadReducer, thread?.rows ?? []);
  const [hasOlder, setOlder] = useState(thread?.hasOlder ?? false);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [isPrepending, setPrepending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [restored, setRestored] = useState<{ text: string; count: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLParagraphElement>(null);
  const now = useRef(rows);
  now.current = rows;

  const history = async (query: string): Promise<Row[] | null> => {
    const flag = anonymous ? "&anonymous=true" : "";
    try {
      const response = await fetch(`/api/messages/history/${viewerId}/${partner.id}?${query}${flag}`, {
        signal: AbortSignal.timeout(patience),
      });
      if (!response.ok) return null;
      return ((await response.json()) as Message[]).map((message) => toRow(message, viewerId));
    } catch {
      return null;
    }
  };

  // Loaded again, by a link to the conversation that is open already.
  const loaded = useRef(thread);
  useEffect(() => {
    if (loaded.current === thread || !thread) return;
    loaded.current = thread;
    change({ type: "merge", rows: thread.rows });
  }, [thread]);

  // What is still on its way is shown again when one comes back to the conversation.
  useEffect(() => {
    if (!isLatest) return;
    outbox.live = live;
    outbox.wake();
    return live?.onState((state) => state === "open" && outbox.wake());
  }, [live, isLatest]);
  useEffect(() => {
    if (!isLatest) return;
    change({ type: "merge", rows: outbox.waitingFor(partner.id).map(pendingRow) });
    const online = () => outbox.wake();
    window.addEventListener("online", online);
    const silence = outbox.hear((outcome) => {
      const { tempId, receiverId, content } = outcome.pending;
      if (receiverId !== partner.id) return;
      if (outcome.type === "added") {
        setError(null);
        change(outcome);
      } else if (outcome.type === "saved") {
        change({ type: "saved", tempId, row: toRow(outcome.message, viewerId) });
      } else if (outcome.delivered) {
        change({ type: "unsaved", tempId });
      } else {
        change({ type: "failed", tempId });
        const { error: said } = outcome;
        setError(said === messageTexts.failed ? said : `${messageTexts.failed}. ${said}`);
        setRestored((before) => ({ text: content, count: (before?.count ?? 0) + 1 }));
      }
    });
    return () => {
      window.removeEventListener("online", online);
      silence();
    };
  }, [partner.id, viewerId, isLatest]);

  useServerFrames((frame) => {
    if (frame.event === "message_seen" && frame.data.by === partner.id) {
      change({ type: "seen", ids: frame.data.ids });
    }
    if (frame.event !== "receive_message" || !isLatest) return;
    const message = frame.data;
    const other = message.senderId === viewerId ? message.receiverId : message.senderId;
    if (other !== partner.id || message.isAnonymous !== anonymous) return;
    change({ type: "merge", rows: [toRow(message, viewerId)] });
  });

  // Since when something may have been missed: from the loading until the connection is open, and while it is cut.
  const missedFrom = useRef<number | null>(newestId(thread?.rows ?? []));
  const catchUp = useRef(async () => {});
  catchUp.current = async () => {
    const from = missedFrom.current;
    if (from === null || !isLatest) return;
    for (let after = from; ; ) {
      const next = await history(`after=${after}&limit=${most}`);
      if (!next) return;
      change({ type: "merge", rows: next });
      if (next.length < most) break;
      after = newestId(next);
    }
    if (missedFrom.current === from) missedFrom.current = null;
    // What was seen of one's own meanwhile.
    const own = now.current.some((row) => row.own && row.state === "sent");
    if (own) change({ type: "merge", rows: (await history(`limit=${pageSize}`)) ?? [] });
  };
  useEffect(() => {
    if (live?.state === "open") void catchUp.current();
    return live?.onState((state) => {
      if (state === "open") void catchUp.current();
      else missedFrom.current ??= newestId(now.current);
    });
  }, [live]);

  // A connection can be dead without anyone having been told: what it did not bring shows it.
  const check = useRef(async () => {});
  check.current = async () => {
    if (!isLatest || document.visibilityState !== "visible" || live?.state !== "open") return;
    const news = await history(`after=${newestId(now.current)}&limit=${most}`);
    if (!news?.some(({ id }) => !now.current.some((row) => row.id === id))) return;
    change({ type: "merge", rows: news });
    live.drop();
  };
  useEffect(() => {
    const timer = setInterval(() => void check.current(), checkEvery);
    return () => clearInterval(timer);
  }, []);

  useSeen(rows, isLatest);

  async function loadOlder(event?: MouseEvent) {
    const oldest = rows.map(storedId).find((id) => id !== null);
    if (!oldest) return;
    event?.preventDefault();
    if (isLoadingOlder) return;
    setLoadingOlder(true);
    const older = await history(`before=${oldest}&limit=${pageSize}`);
    setLoadingOlder(false);
    if (!older) return setError(messageTexts.noThread);
    setPrepending(true);
    setOlder(older.length === pageSize);
    change({ type: "merge", rows: older });
  }
  useEffect(() => {
    if (!isPrepending) return;
    const timer = setTimeout(() => setPrepending(false), 500);
    return () => clearTimeout(timer);
  }, [isPrepending]);

  // Older messages load when the reader comes near them. The scroller is filled from below, so the place is kept.
  const older = useRef(loadOlder);
  older.current = loadOlder;
  useEffect(() => {
    if (!edge.current || !hasOlder) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && scroller.current?.scrollTop !== 0 && void older.current(),
      { root: scroller.current, rootMargin: "200px 0px 0px" },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [hasOlder]);

  useKeptPlace(scroller, rows);

  const send = (text: string) => outbox.add(viewerId, partner.id, text);
  return {
    rows,
    hasOlder,
    isLoadingOlder,
    isPrepending,
    loadOlder,
    error,
    scroller,
    edge,
    send,
    href,
    oldest: rows.map(storedId).find((id) => id !== null) ?? 0,
    restored: restored?.text ?? null,
    restores: restored?.count ?? 0,
  };
}

/** Who reads further up stays there when something comes in below; who writes goes to the end. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, rows: Row[]): void {
  const before = useRef({ last: rows.at(-1)?.key, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const last = rows.at(-1);
    const isAdded = last !== undefined && last.key !== before.current.last;
    // Counted from below: 0 is the end, less is further up.
    if (isAdded && last.own) element.scrollTop = 0;
    else if (isAdded && element.scrollTop < -40)
      element.scrollTop -= element.scrollHeight - before.current.height;
    before.current = { last: last?.key, height: element.scrollHeight };
  }, [scroller, rows]);
}

/** Says that what came in was seen, while the page is in view; what could not be said is said later. */
function useSeen(rows: Row[], isLatest: boolean): void {
  const live = useConnection();
  const said = useRef(new Set<string>());
  const tell = useRef(() => {});
  tell.current = () => {
    if (document.visibilityState !== "visible" || !isLatest) return;
    for (const row of rows) {
      if (row.own || row.state === "seen" || storedId(row) === null || said.current.has(row.id)) continue;
      said.current.add(row.id);
      fetch(`/api/messages/seen/${row.id}`, { method: "PUT", signal: AbortSignal.timeout(patience) }).catch(
        () => said.current.delete(row.id),
      );
    }
  };
  useEffect(() => {
    void rows;
    tell.current();
  }, [rows]);
  useEffect(() => {
    const again = () => tell.current();
    document.addEventListener("visibilitychange", again);
    const off = live?.onState((state) => state === "open" && again());
    return () => {
      document.removeEventListener("visibilitychange", again);
      off?.();
    };
  }, [live]);
}
