import { type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { FormFailure, FormReply } from "#app/ui/forms/form.tsx";
import { describeMessage } from "../rules.ts";
import { appendQuery } from "./address.ts";
import { Composer, type ComposerFiles, type ComposerHandle } from "./composer.tsx";
import type { ChatLine } from "./line-reducer.ts";
import type { ChatStyles } from "./styles.ts";

/** The line that the form replies to or edits. It is null for a new line. */
export interface Target {
  kind: "reply" | "edit";
  id: string;
}

const asTarget = (to: unknown, id: unknown): Target | null =>
  typeof id === "string" && (to === "reply" || to === "edit") ? { kind: to, id } : null;

/** The target in the address, until the reader chooses another. */
export function useTarget(lines: ChatLine[]) {
  const { search } = useLocation();
  const [chosen, choose] = useState<Target | null>();
  const query = new URLSearchParams(search);
  const target = chosen === undefined ? asTarget(query.get("to"), query.get("id")) : chosen;
  const line = target && lines.find(({ id, deletedAt }) => id === target.id && !deletedAt);
  return { kind: line && target.kind, line, choose };
}
export type TargetState = ReturnType<typeof useTarget>;

/** Submits the actions of the lines' menus, and edited texts. @param onDone receives the intent that has finished */
export function useActs(
  address: string,
  choose: TargetState["choose"],
  onDone: (intent: string, failure: FormFailure | undefined) => void,
): (form: FormData) => void {
  const { submit, data, state } = useFetcher<FormReply>();
  const running = useRef<{ intent: string; shown: typeof data }>(undefined);
  const finish = useEffectEvent(() => {
    if (state !== "idle" || running.current === undefined) return;
    const { intent, shown } = running.current;
    // After a redirect, `data` is still that of the previous response.
    onDone(intent, data === shown ? undefined : data?.failure);
    running.current = undefined;
  });
  useEffect(() => {
    void state;
    finish();
  }, [state]);
  return (form) => {
    const target = asTarget(form.get("to"), form.get("id"));
    if (target) return choose(target);
    running.current = { intent: String(form.get("intent")), shown: data };
    void submit(form, { method: "post", action: address });
  };
}

/** The form under the lines: for a new line, a reply, or an edit. */
export function TargetComposer({
  ref,
  styles,
  target: { kind, line, choose },
  href,
  address,
  placeholder,
  maxLength,
  rejectedText,
  suggestedText = "",
  isInvalid,
  files,
  live,
}: {
  ref?: Ref<ComposerHandle>;
  styles: ChatStyles;
  target: TargetState;
  href: string;
  address: string;
  placeholder: string;
  maxLength: number;
  rejectedText: string;
  suggestedText?: string;
  isInvalid: boolean;
  files?: ComposerFiles;
  live?:
    | {
        onSend: (text: string, replyTo: number | null, files: File[]) => void;
        onAct: (form: FormData) => void;
        onType?: () => void;
        draftKey?: string;
      }
    | undefined;
}) {
  const key = line ? `${kind} ${line.id}` : "";
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key) document.getElementById("message")?.focus();
    shown.current = key;
  }, [key]);
  const isEdit = kind === "edit";

  function send(text: string, chosen: File[]) {
    if (line && isEdit) {
      const form = new FormData();
      for (const [name, value] of [
        ["intent", "edit"],
        ["id", line.id],
        ["content", text],
      ] as const)
        form.set(name, value);
      live?.onAct(form);
    } else {
      live?.onSend(text, line ? Number(line.id) : null, chosen);
      choose(null);
    }
  }
  return (
    <Composer
      key={key}
      ref={ref}
      styles={styles}
      href={line ? appendQuery(address, `to=${kind}&id=${line.id}`) : href}
      placeholder={placeholder}
      maxLength={maxLength}
      initialText={rejectedText || (line && isEdit ? line.content : "")}
      suggestedText={isEdit ? "" : suggestedText}
      isInvalid={isInvalid}
      label={isEdit ? "Save" : "Send"}
      files={isEdit ? undefined : files}
      live={
        live && {
          onSend: send,
          onType: live.onType,
          draftKey: isEdit ? undefined : live.draftKey,
        }
      }
    >
      {line && (
        <div className={styles.target}>
          <p>
            {isEdit ? "Edit" : "Answer"}: <bdi>{describeMessage(line.content, line.attachments)}</bdi>
          </p>
          <a
            href={address}
            onClick={(event) => {
              event.preventDefault();
              choose(null);
            }}
          >
            Cancel
          </a>
          <input type="hidden" name={isEdit ? "id" : "replyTo"} value={line.id} />
          {isEdit && <input type="hidden" name="intent" value="edit" />}
        </div>
      )}
    </Composer>
  );
}
