import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Button } from "#app/ui/button.tsx";
import { textarea } from "#app/ui/forms/field.css.ts";
import { joinUnsent, readDraft, saveDraft } from "./drafts.ts";
import type { ChatStyles } from "./styles.ts";

export interface ComposerHandle {
  putBack: (text: string) => void;
}

/** Files sent with a text. */
export interface ComposerFiles {
  count: number;
  /** The form's file fields. */
  fields: ReactNode;
  /** Returns whether the list contains any files. */
  add: (list: FileList) => boolean;
  take: () => File[];
}

/** Added by scripts: Enter sends, and Shift+Enter starts a new line. */
interface LiveComposer {
  onSend: (text: string, files: File[]) => void;
  onType?: (() => void) | undefined;
  draftKey?: string | undefined;
}

export function Composer({
  ref,
  styles,
  href,
  placeholder,
  maxLength,
  initialText,
  suggestedText = "",
  isInvalid,
  live,
  label = "Send",
  files,
  children,
}: {
  ref?: Ref<ComposerHandle> | undefined;
  styles: ChatStyles;
  href: string;
  placeholder: string;
  maxLength: number;
  initialText: string;
  /** The beginning of a text, which is not stored as a draft before the sender changes it. */
  suggestedText?: string;
  isInvalid: boolean;
  live?: LiveComposer | undefined;
  /** The label of the send button. */
  label?: string;
  files?: ComposerFiles | undefined;
  /** The target of the form, shown above its field. */
  children?: ReactNode;
}) {
  const { field, isBlank, storeDraft, write } = useField(ref, live?.draftKey, {
    initialText,
    suggestedText,
  });
  const hasFiles = files !== undefined && files.count > 0;

  function submit() {
    const text = field.current?.value ?? "";
    if (text.trim() !== "" || hasFiles) {
      write("");
      live?.onSend(text, files?.take() ?? []);
    }
    field.current?.focus();
  }

  return (
    <form
      method="post"
      action={href}
      encType={files && "multipart/form-data"}
      className={styles.composer}
      onSubmit={(event) => {
        if (!live) return;
        event.preventDefault();
        submit();
      }}
    >
      {children}
      {files?.fields}
      <textarea
        ref={field}
        id="message"
        name="content"
        rows={1}
        required={!files}
        maxLength={maxLength}
        className={`${textarea} ${styles.field}`}
        placeholder={placeholder}
        aria-label="Message"
        aria-invalid={isInvalid || undefined}
        defaultValue={initialText || suggestedText}
        autoComplete="off"
        enterKeyHint="send"
        onInput={(event) => {
          storeDraft(event.currentTarget.value);
          live?.onType?.();
        }}
        onPaste={(event) => {
          // Spreadsheet cells are pasted as both text and a picture.
          const hasText = event.clipboardData.types.includes("text/plain");
          if (!hasText && files?.add(event.clipboardData.files)) event.preventDefault();
        }}
        onKeyDown={(event) => {
          if (!live || event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button disabled={isBlank && !hasFiles}>{label}</Button>
    </form>
  );
}

function useField(
  ref: Ref<ComposerHandle> | undefined,
  draftKey: string | undefined,
  { initialText, suggestedText }: { initialText: string; suggestedText: string },
) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBlank, setIsBlank] = useState(false);

  function storeDraft(text: string) {
    setIsBlank(text.trim() === "");
    if (draftKey) saveDraft(draftKey, text);
  }
  function write(text: string) {
    if (field.current) field.current.value = text;
    storeDraft(text);
  }
  const showDraft = useEffectEvent(() => {
    const draft = draftKey ? readDraft(draftKey) : "";
    // It may have been filled in before hydration, on a slow connection.
    const typed = field.current?.value ?? "";
    if (suggestedText !== "" && draft === "" && typed === suggestedText) {
      field.current?.setSelectionRange(typed.length, typed.length);
      return;
    }
    const isNew = typed !== draft && typed !== (initialText || suggestedText);
    write(draft && isNew ? joinUnsent(draft, typed) : draft || typed);
  });
  useEffect(() => showDraft(), []);
  useImperativeHandle(ref, () => ({
    putBack(text) {
      write(joinUnsent(text, field.current?.value ?? ""));
      field.current?.focus();
    },
  }));
  return { field, isBlank, storeDraft, write };
}

/** Safari ends a composition before it sends the Enter that ended it: only that key's code shows it. */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;
