import { useEffect, useState } from "react";
import * as styles from "./toast.css.ts";

/** How long a toast stays, in milliseconds: specification, section 9. */
const stay = 2000;
const channel = new EventTarget();

/** Shows one line for two seconds, and says it to screen readers. */
export function showToast(text: string): void {
  channel.dispatchEvent(new CustomEvent("toast", { detail: text }));
}

/** The one place where toasts appear: once in the page, at its end. */
export function Toasts() {
  const [text, setText] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      clearTimeout(timer);
      setText((event as CustomEvent<string>).detail);
      timer = setTimeout(() => setText(""), stay);
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
