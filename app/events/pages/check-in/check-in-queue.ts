import { useCallback, useEffect, useRef, useState } from "react";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { eventTexts } from "../../texts.ts";

/** A check-in that the server has not taken yet, on this device. `public/form-drafts.js` sends it from other pages. */
interface Waiting {
  path: string;
  checkedIn: boolean;
  /** What the offline page shows of it, and where that leads. */
  content: string;
  href: string;
}

/** Who is registered, and how many came, as the server last said. */
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
    // The device is full: it waits in this tab alone.
  }
}

/** Returns "waits" when the network or the server is away, and while nobody is logged in. */
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
 * Checks people in at once on the screen, and sends it as soon as the network is there: what waits stays on the device.
 * The list is read from the API and not loaded with its page, which would give way to an error when the network leaves.
 */
export function useCheckIns(loaded: Attendance) {
  const { id: eventId, search } = loaded;
  const prefix = `outbox ${loaded.viewerId} check-in ${eventId} `;
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
        // A longer list is cut by name, the answer by id.
        rows: known.isCut ? known.rows.map((row) => byId.get(row.id) ?? row) : rows.sort(byName),
      }));
    } catch {
      // The list stays as it is until the network is back.
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
      // Changed again meanwhile, it is sent again.
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
  // A new list from the server already has every change that was sent.
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

/** SQLite's order without case, which is that of the page: only ASCII's letters are folded. */
const foldAscii = (name: string) => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
export function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  const [first, second] = [foldAscii(a.name), foldAscii(b.name)];
  if (first !== second) return first < second ? -1 : 1;
  return Number(a.id) - Number(b.id);
}
