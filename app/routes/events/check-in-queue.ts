import { useCallback, useEffect, useRef, useState } from "react";
import { useReload } from "../../realtime/use-reload.ts";
import { eventTexts } from "../../schemas/event-texts.ts";

/** A check-in that the server has not taken yet, on this device. `public/form-drafts.js` sends it from other pages. */
interface Waiting {
  path: string;
  checkedIn: boolean;
  /** What the offline page shows of it, and where that leads. */
  content: string;
  href: string;
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
 * @param rows what the server knows
 */
export function useCheckIns(memberId: string, eventId: string, rows: unknown) {
  const prefix = `outbox ${memberId} check-in ${eventId} `;
  const reload = useReload();
  const waiting = useRef(new Map<string, Waiting>());
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [states, setStates] = useState<Record<string, { checkedIn: boolean; isWaiting: boolean }>>({});
  const [problem, setProblem] = useState<string | null>(null);

  const show = useCallback((userId: string, checkedIn: boolean, isWaiting: boolean) => {
    setStates((states) => ({ ...states, [userId]: { checkedIn, isWaiting } }));
  }, []);

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
    else reload();
  }, [prefix, reload, show]);

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

  // What was loaded since knows of all that is sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is loaded
  useEffect(() => {
    setStates((states) =>
      Object.fromEntries(Object.entries(states).filter(([, { isWaiting }]) => isWaiting)),
    );
  }, [rows]);

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

  return { states, problem, mark };
}
