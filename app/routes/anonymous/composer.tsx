import { useEffect, useRef, useState } from "react";
import { maxLineLength } from "../../schemas/room-rules.ts";
import { Button } from "../../ui/button.tsx";
import { textarea } from "../../ui/field.css.ts";
import * as styles from "./room.css.ts";

/** What scripts add to the form: Enter sends, Shift+Enter starts a new line, and Send waits for a text. */
interface LiveComposer {
  onSend: (text: string) => void;
  /** A text that could not be sent: it comes back into the field. */
  unsent: { text: string } | null;
}

/** The form for a line. */
export function Composer({
  initialText,
  isInvalid,
  live,
}: {
  initialText: string;
  isInvalid: boolean;
  live?: LiveComposer | undefined;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Unknown until scripts run: the server's form can always be sent.
  const [isBlank, setIsBlank] = useState(false);
  const readField = () => setIsBlank(field.current?.value.trim() === "");
  const unsent = live?.unsent;
  useEffect(() => {
    const element = field.current;
    if (element && unsent) {
      element.value = element.value.trim() === "" ? unsent.text : `${unsent.text}\n${element.value}`;
      element.focus();
    }
    setIsBlank(element?.value.trim() === "");
  }, [unsent]);

  function submit() {
    const element = field.current;
    if (!element || !live) return;
    const text = element.value;
    if (text.trim() === "") return;
    element.value = "";
    readField();
    live.onSend(text);
    element.focus();
  }

  return (
    <form
      method="post"
      action="/anonymous-post"
      className={styles.composer}
      onSubmit={(event) => {
        if (!live) return;
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={field}
        name="content"
        rows={1}
        required
        maxLength={maxLineLength}
        className={`${textarea} ${styles.field}`}
        placeholder="Type your anonymous message..."
        aria-label="Message"
        aria-invalid={isInvalid || undefined}
        defaultValue={initialText}
        autoComplete="off"
        enterKeyHint="send"
        onInput={readField}
        onKeyDown={(event) => {
          if (!live || event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button disabled={isBlank}>Send</Button>
    </form>
  );
}
