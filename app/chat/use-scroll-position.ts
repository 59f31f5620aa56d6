import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ChatLine } from "./line-reducer.ts";

/** Scrolls to the end for the viewer's own new lines, and keeps the place of a reader further up for others'. */
export function useScrollPosition(scroller: RefObject<HTMLElement | null>, lines: ChatLine[]): void {
  const previous = useRef({ lastKey: lines.at(-1)?.key, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const last = lines.at(-1);
    const isAdded = last !== undefined && last.key !== previous.current.lastKey;
    // The scroller is filled from below: 0 is the end, and less is further up.
    if (isAdded && last.isOwn) element.scrollTop = 0;
    else if (isAdded && element.scrollTop < -40)
      element.scrollTop -= element.scrollHeight - previous.current.height;
    previous.current = { lastKey: last?.key, height: element.scrollHeight };
  }, [scroller, lines]);
}
