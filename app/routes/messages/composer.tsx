import { useEffect, useEffectEvent, useRef } from "react";
import { maxMessageLength } from "../../schemas/message-rules.ts";
import { Button } from "../../ui/button.tsx";
import { textarea } from "../../ui/field.css.ts";
import { readDraft, saveDraft } from "./drafts.ts";
import * as styles from "./thread.css.ts";

/** What scripts add to the form: Enter sends, Shift+Enter starts a new line, and unsent text is kept as a draft. */
interface LiveComposer {
  viewerId: string;
  /** Rises when a text that could not be sent was put back into the draft. */
  restoreCount: number;
  onSend: (text: string) => void;
  onType: () => void;
}

/** The form for a message. */
export function Composer({
  href,
  initialText,
  isInvalid,
  live,
}: {
  href: string;
  initialText: string;
  isInvalid: boolean;
  live?: LiveComposer;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const restoreCount = live?.restoreCount ?? 0;
  const showDraft = useEffectEvent(() => {
    const draft = live && readDraft(live.viewerId, href);
    if (!field.current || !draft) return;
    field.current.value = draft;
    if (restoreCount > 0) field.current.focus();
  });
  useEffect(() => {
    void restoreCount;
    showDraft();
  }, [restoreCount]);

  function submit() {
    const element = field.current;
    if (!element || !live) return;
    const text = element.value;
    if (text.trim() !== "") {
      element.value = "";
      saveDraft(live.viewerId, href, "");
      live.onSend(text);
    }
    element.focus();
  }

  return (
    <form
      method="post"
      action={href}
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
        maxLength={maxMessageLength}
        className={`${textarea} ${styles.field}`}
        placeholder="Write a message"
        aria-label="Message"
        aria-invalid={isInvalid || undefined}
        defaultValue={initialText}
        autoComplete="off"
        enterKeyHint="send"
        onInput={(event) => {
          if (!live) return;
          saveDraft(live.viewerId, href, event.currentTarget.value);
          live.onType();
        }}
        onKeyDown={(event) => {
          if (!live || event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button>Send</Button>
    </form>
  );
}
