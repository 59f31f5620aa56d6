import { useContext, useEffect, useRef, useState } from "react";
import { deleteFlashCookie, type Flash, FlashContext, FlashText } from "./flash.tsx";
import * as styles from "./toast.css.ts";

/** Specification, section 9; longer sentences stay until they are read. */
const minDurationMs = 2000;
const maxDurationMs = 10_000;
/** Enough to reach the button, too. */
const minActDurationMs = 6000;
const readingMsPerCharacter = 50;
const channel = new EventTarget();

const durationMs = ({ text, undo, link }: Flash): number =>
  Math.min(
    maxDurationMs,
    Math.max(undo || link ? minActDurationMs : minDurationMs, text.length * readingMsPerCharacter),
  );

/** Shows one line for as long as reading it takes, longer with `Undo` or a link; screen readers announce it. */
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

/** One on each page and one in each dialog: while a modal dialog is open, everything outside of it is out of reach. */
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
    // Nobody has seen it before a frame is painted, which a hidden tab or a busy device does late.
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
