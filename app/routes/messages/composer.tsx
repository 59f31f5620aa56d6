import { useEffect, useRef } from "react";
import { maxMessageLength } from "../../schemas/message-rules.ts";
import { Button } from "../../ui/button.tsx";
import { textarea } from "../../ui/field.css.ts";
import * as styles from "./thread.css.ts";

/** Where messages are written: a form without scripts; with them Enter sends and Shift+Enter begins a new line. */
export function Composer({
  href,
  text,
  restores,
  isWrong,
  send,
  typed,
}: {
  href: string;
  /** What stands in the field: nothing, or what could not be sent. */
  text: string;
  /** Counts how often a text was put back. */
  restores: number;
  isWrong: boolean;
  send: (text: string) => void;
  typed: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    if (restores === 0 || !element) return;
    // What was typed meanwhile stays, after what came back.
    element.value = element.value.trim() === "" ? text : `${text}\n${element.value}`;
    element.focus();
  }, [restores, text]);

  function submit() {
    const element = field.current;
    if (!element) return;
    if (element.value.trim() !== "") {
      send(element.value);
      element.value = "";
    }
    element.focus();
  }

  return (
    <form
      method="post"
      action={href}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={field}
        name="content"
        rows={1}
        required
        maxLength={maxMessageLength}
        className={`${textarea} ${styles.field}`}
        placeholder="Write a message"
        aria-label="Message"
        aria-invalid={isWrong || undefined}
        defaultValue={text}
        autoComplete="off"
        enterKeyHint="send"
        onInput={typed}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button>Send</Button>
    </form>
  );
}
