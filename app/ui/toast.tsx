import { useContext, useEffect, useState } from "react";
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

/** The region where toasts appear, once per page. */
export function Toasts() {
  const [shown, setShown] = useState<Told | null>(null);
  const { told } = useContext(ToldContext);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      clearTimeout(timer);
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
  useEffect(() => {
    if (told) showToast(told.text, told.undo);
  }, [told]);
  return (
    <div className={styles.region} role="status" data-toasts>
      {shown && (
        <div>
          <ToldText told={shown} />
        </div>
      )}
    </div>
  );
}
