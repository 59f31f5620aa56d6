import { type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { FormFailure, FormReply } from "#app/ui/forms/form.tsx";
import { describeMessage } from "../rules.ts";
import { appendQuery } from "./address.ts";
import { Composer, type ComposerFiles, type ComposerHandle } from "./composer.tsx";
import type { ChatLine } from "./line-reducer.ts";
import type { ChatStyles } from "./styles.ts";

/** What the form under the lines is for, if not for a new line. */
export interface Target {
  kind: "reply" | "edit";
  id: string;
}

const asTarget = (to: unknown, id: unknown): Target | null =>
  typeof id === "string" && (to === "reply" || to === "edit") ? { kind: to, id } : null;

/** As the address says, until the reader chooses. */
export function useTarget(lines: ChatLine[]) {
  const { search } = useLocation();
  const [chosen, choose] = useState<Target | null>();
  const query = new URLSearchParams(search);
  const target = chosen === undefined ? asTarget(query.get("to"), query.get("id")) : chosen;
  const line = target && lines.find(({ id, deletedAt }) => id === target.id && !deletedAt);
  return { kind: line && target.kind, line, choose };
}
export type TargetState = ReturnType<typeof useTarget>;

/** Does the acts of the lines' menus, and saves an edited text. @param onDone of the act `intent` */
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
    // After a redirect the answer before is still there.
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

/** The form under the lines: for a new line, an answer, or the new text of one. */
export function TargetComposer({
  ref,
  styles,
  target: { kind, line, choose },
  href,
  address,
  placeholder,
  maxLength,
  rejectedText,
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
