import { useCallback, useEffect, useRef, useState } from "react";
import { outboxKeyPrefix } from "#app/device/names.ts";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { eventTexts } from "../../texts.ts";

/**
 * A check-in stored on this device that the server has not accepted yet. `app/device/scripts/form-drafts.ts` sends it from other
 * pages.
 */
interface Waiting {
  path: string;
  checkedIn: boolean;
  /** The offline page's text and link for it. */
  content: string;
  href: string;
}

/** The registered members and the number checked in, as last reported by the server. */
interface Attendance {
  id: string;
  viewerId: string;
  search: string;
  total: number;
  here: number;
  isCut: boolean;
  rows: { id: string; name: string; checkedIn: boolean }[];
}

const retryMs = 3_000;
const timeoutMs = 10_000;

function storeOrKeep(key: string, waiting: Waiting): void {
  try {
    localStorage.setItem(key, JSON.stringify(waiting));
  } catch {
    // The device's storage is full, so the check-in waits in this tab only.
  }
}

/** Returns "waits" if the network or the server is unavailable, or too many requests were sent. */
async function send({ path, checkedIn }: Waiting): Promise<"done" | "waits" | "logged out" | "refused"> {
  try {
    const { ok, status } = await fetch(path, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ checkedIn }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (ok) return "done";
    if (status === 401) return "logged out";
    return status === 429 || status >= 500 ? "waits" : "refused";
  } catch {
    return "waits";
  }
}

/**
 * Shows check-ins immediately and sends them when the network is available. Unsent ones stay on the device. The list is
 * read from the API instead of revalidating the page, which would show its error page when offline.
 */
export function useCheckIns(loaded: Attendance) {
  const { id: eventId, search } = loaded;
  const prefix = `${outboxKeyPrefix(loaded.viewerId)}check-in ${eventId} `;
  const [known, setKnown] = useState(loaded);
  const waiting = useRef(new Map<string, Waiting>());
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [states, setStates] = useState<Record<string, { checkedIn: boolean; isWaiting: boolean }>>({});
  const [problem, setProblem] = useState<string | null>(null);

  const show = useCallback((userId: string, checkedIn: boolean, isWaiting: boolean) => {
    setStates((states) => ({ ...states, [userId]: { checkedIn, isWaiting } }));
  }, []);

  useServerFrames((frame) => {
    if (frame.event === "event:update" && frame.data.id === eventId) void readAgain(frame.data);
  });

  async function readAgain({ registrationCount: total, checkedInCount: here }: EventCounts): Promise<void> {
    const query = new URLSearchParams(search ? { search } : {});
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(`/api/events/${eventId}/attendees?${query}`, { signal });
      if (!response.ok) return;
      const rows: Attendance["rows"] = await response.json();
      const byId = new Map(rows.map((row) => [row.id, row]));
      setKnown((known) => ({
        ...known,
        total,
        here,
        // Both lists are cut: this one by name, the response by id.
        rows: known.isCut ? known.rows.map((row) => byId.get(row.id) ?? row) : rows.sort(byName),
      }));
    } catch {
      // Keep the list until the network is back.
    }
  }

  const sendAll = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    clearTimeout(timer.current);
    let isAway = false;
    for (const [userId, entry] of waiting.current) {
      const outcome = await send(entry);
      isAway = outcome === "waits" || outcome === "logged out";
      if (outcome === "logged out") setProblem(eventTexts.loggedOut);
      if (isAway) break;
      setProblem(outcome === "refused" ? eventTexts.checkInFailed : null);
      // It changed while being sent, so it is sent again.
      if (waiting.current.get(userId) !== entry) continue;
      waiting.current.delete(userId);
      localStorage.removeItem(prefix + userId);
      if (outcome === "done") show(userId, entry.checkedIn, false);
      else setStates(({ [userId]: _, ...others }) => others);
    }
    isSending.current = false;
    if (isAway) timer.current = setTimeout(sendAll, retryMs);
    else if (waiting.current.size > 0) void sendAll();
  }, [prefix, show]);

  useEffect(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const entry: Waiting = JSON.parse(localStorage.getItem(key) ?? "");
      waiting.current.set(key.slice(prefix.length), entry);
      show(key.slice(prefix.length), entry.checkedIn, true);
    }
    if (waiting.current.size > 0) void sendAll();
    window.addEventListener("online", sendAll);
    return () => {
      window.removeEventListener("online", sendAll);
      clearTimeout(timer.current);
    };
  }, [prefix, sendAll, show]);

  useEffect(() => setKnown(loaded), [loaded]);
  // A new list from the server already includes every change that was sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new list
  useEffect(() => {
    setStates((states) =>
      Object.fromEntries(Object.entries(states).filter(([, { isWaiting }]) => isWaiting)),
    );
  }, [known.rows]);

  function mark({ id, name }: { id: string; name: string }, checkedIn: boolean): void {
    const entry = {
      path: `/api/events/${eventId}/attendees/${id}`,
      checkedIn,
      content: `${checkedIn ? "Check in" : "Not here"}: ${name}`,
      href: `/events/${eventId}/check-in`,
    };
    waiting.current.set(id, entry);
    storeOrKeep(prefix + id, entry);
    show(id, checkedIn, true);
    void sendAll();
  }

  const rows = known.rows.map((row) => ({ ...row, isWaiting: false, ...states[row.id] }));
  const changed = rows.filter((row, n) => row.checkedIn !== known.rows[n]?.checkedIn);
  const here = known.here + changed.reduce((sum, row) => sum + (row.checkedIn ? 1 : -1), 0);
  return { rows, total: known.total, here, problem, mark };
}

interface EventCounts {
  registrationCount: number;
  checkedInCount: number;
}

/** The order of SQLite's NOCASE, which the page uses: it folds ASCII letters only. */
const foldAscii = (name: string) => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
export function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  const [first, second] = [foldAscii(a.name), foldAscii(b.name)];
  if (first !== second) return first < second ? -1 : 1;
  return Number(a.id) - Number(b.id);
}
