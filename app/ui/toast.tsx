import { useContext, useEffect, useRef, useState } from "react";
import { deleteFlashCookie, type Flash, FlashContext, FlashText } from "./flash.tsx";
import * as styles from "./toast.css.ts";

/** Specification, section 9. Longer messages stay longer. */
const minDurationMs = 2000;
const maxDurationMs = 10_000;
/** Long enough to reach the button. */
const minActDurationMs = 6000;
const readingMsPerCharacter = 50;
const channel = new EventTarget();

const durationMs = ({ text, undo, link }: Flash): number =>
  Math.min(
    maxDurationMs,
    Math.max(undo || link ? minActDurationMs : minDurationMs, text.length * readingMsPerCharacter),
  );

/** Shows one line for as long as it takes to read, longer with `Undo` or a link. Screen readers announce it. */
export function showToast(text: string, more: Pick<Flash, "undo" | "link"> = {}): void {
  channel.dispatchEvent(new CustomEvent<Flash>("toast", { detail: { text, ...more } }));
}

/** Shows the flash, in the region where toasts appear. */
export function Toasts() {
  const { flash } = useContext(FlashContext);
  const shownId = useRef<string>(undefined);
  useEffect(() => {
    if (!flash || flash.id === shownId.current) return;
    shownId.current = flash.id;
    showToast(flash.text, flash);
    deleteFlashCookie();
  }, [flash]);
  return <ToastRegion />;
}

/** One on each page and one in each dialog, because a modal dialog makes everything outside it inert. */
export function ToastRegion() {
  const [shown, setShown] = useState<Flash | null>(null);
  const [isHeld, setHeld] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = (event: Event) => {
      const isInDialog = region.current?.closest("dialog") != null;
      const isHere = isInDialog === (document.querySelector("dialog:modal") !== null);
      setHeld(false);
      setShown(isHere ? (event as CustomEvent<Flash>).detail : null);
    };
    channel.addEventListener("toast", show);
    return () => channel.removeEventListener("toast", show);
  }, []);
  useEffect(() => {
    if (!shown || isHeld) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The time starts with the first painted frame, which is late in a hidden tab or on a busy device.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(null), durationMs(shown));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [shown, isHeld]);
  return (
    <div
      ref={region}
      className={styles.region}
      role="status"
      data-toasts
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown && (
        <div>
          <FlashText flash={shown} />
        </div>
      )}
    </div>
  );
}
