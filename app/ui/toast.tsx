import { useContext, useEffect, useRef, useState } from "react";
import * as styles from "./toast.css.ts";
import { type Told, ToldContext, ToldText } from "./told.tsx";

/** Specification, section 9. */
const durationMs = 2000;
/** Enough to read it and to reach the button. */
const undoDurationMs = 8000;
const channel = new EventTarget();

/** Shows one line for two seconds, longer with `Undo`; screen readers announce it. */
export function showToast(text: string, undo?: Told["undo"]): void {
  channel.dispatchEvent(new CustomEvent<Told>("toast", { detail: { text, ...(undo && { undo }) } }));
}

/** Tells what the page has to tell, in the region where toasts appear. */
export function Toasts() {
  const { told } = useContext(ToldContext);
  useEffect(() => {
    if (told) showToast(told.text, told.undo);
  }, [told]);
  return <ToastRegion />;
}

/** One on each page and one in each dialog: while a modal dialog is open, everything outside of it is out of reach. */
export function ToastRegion() {
  const [shown, setShown] = useState<Told | null>(null);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      clearTimeout(timer);
      const isInDialog = region.current?.closest("dialog") != null;
      if (isInDialog !== (document.querySelector("dialog:modal") !== null)) return setShown(null);
      const { detail } = event as CustomEvent<Told>;
      setShown(detail);
      timer = setTimeout(() => setShown(null), detail.undo ? undoDurationMs : durationMs);
    };
    channel.addEventListener("toast", show);
    return () => {
      clearTimeout(timer);
      channel.removeEventListener("toast", show);
    };
  }, []);
  return (
    <div ref={region} className={styles.region} role="status" data-toasts>
      {shown && (
        <div>
          <ToldText told={shown} />
        </div>
      )}
    </div>
  );
}
