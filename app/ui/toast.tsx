import { useEffect, useState } from "react";
import * as styles from "./toast.css.ts";

/** Specification, section 9. */
const durationMs = 2000;
const channel = new EventTarget();

/** Shows one line for two seconds; screen readers announce it. */
export function showToast(text: string): void {
  channel.dispatchEvent(new CustomEvent("toast", { detail: text }));
}

/** The region where toasts appear, once per page. */
export function Toasts() {
  const [text, setText] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      clearTimeout(timer);
      setText((event as CustomEvent<string>).detail);
      timer = setTimeout(() => setText(""), durationMs);
    };
    channel.addEventListener("toast", show);
    return () => {
      clearTimeout(timer);
      channel.removeEventListener("toast", show);
    };
  }, []);
  return (
    <div className={styles.region} role="status" data-toasts>
      {text && <p>{text}</p>}
    </div>
  );
}
