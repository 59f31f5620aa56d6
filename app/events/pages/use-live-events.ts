import { useEffect, useRef, useState } from "react";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { useReload } from "#app/platform/realtime/use-reload.ts";
import type { PublicEvent } from "../input.server.ts";

/** Everyone connected receives a change at the same moment. Their reloads are spread over this time. */
const maxDelayMs = 2_000;

/**
 * Keeps a page of events current: new events are returned immediately, and every other change reloads the data, once
 * per burst.
 * @param loaded the loader's data, which already contains events that were new before
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
          // Random, but at least `maxDelayMs` after the last reload.
          Math.max(Math.random() * maxDelayMs, maxDelayMs - (Date.now() - reloadedAt.current)),
        );
    }
  });
  return added;
}
