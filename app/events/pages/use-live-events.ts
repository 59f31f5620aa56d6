import { useEffect, useRef, useState } from "react";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { useReload } from "#app/platform/realtime/use-reload.ts";
import type { PublicEvent } from "../input.server.ts";

/** Everyone who is connected hears of a change at the same moment; within this time they load it again. */
const maxDelayMs = 2_000;

/**
 * Keeps a page of events current: a new event is returned at once, and every other change loads the data again, once for
 * a burst.
 * @param loaded the loader's data; it has whatever was new before it was loaded
 * @returns the events that are newer than the data
 */
export function useLiveEvents(loaded: unknown): PublicEvent[] {
  const loadAgain = useReload();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reloadedAt = useRef(0);
  const [added, setAdded] = useState<PublicEvent[]>([]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was new is in the data that came after it
  useEffect(() => setAdded([]), [loaded]);

  function reload(): void {
    timer.current = undefined;
    reloadedAt.current = Date.now();
    loadAgain();
  }

  useServerFrames((frame) => {
    switch (frame.event) {
      case "event:new": {
        const event = frame.data;
        setAdded((events) => [event, ...events.filter(({ id }) => id !== event.id)]);
        break;
      }
      case "event:update":
      case "event:delete":
      case "event:register":
      case "event:unregister":
        if (timer.current !== undefined) break;
        timer.current = setTimeout(
          reload,
          // At random, and never sooner than so long after the last time.
          Math.max(Math.random() * maxDelayMs, maxDelayMs - (Date.now() - reloadedAt.current)),
        );
    }
  });
  return added;
}
