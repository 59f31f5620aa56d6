import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";

const typingPauseMs = 1_000;
const retryMs = 10_000;

const hints = {
  saved: "What you type is saved: you can close this page and continue later.",
  failed: "Your last changes aren't saved yet. We'll try again in a moment.",
  noScripts: "Each button saves what you typed: you can continue later.",
};

/**
 * Saves when typing pauses, and when the page is hidden or closed.
 * @param serverTime in Unix milliseconds, so that a late save never overwrites a newer draft
 */
export function useDraftSaving(url: string, serverTime: number | null) {
  const [status, setStatus] = useState<"saved" | "failed" | null>(null);
  const unsaved = useRef<{ form: HTMLFormElement; typedAt: number }>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const clockOffset = useRef(0);
  const save = useEffectEvent(async () => {
    clearTimeout(timer.current);
    const draft = unsaved.current;
    if (!draft) return;
    unsaved.current = null;
    const body = new FormData(draft.form);
    body.set("intent", "save");
    body.set("typedAt", String(draft.typedAt));
    try {
      const response = await fetch(url, { method: "POST", body, keepalive: true, redirect: "manual" });
      if (response.type !== "opaqueredirect") throw new Error("the draft was not saved");
      setStatus("saved");
    } catch {
      setStatus("failed");
      unsaved.current ??= draft;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), retryMs);
    }
  });

  useEffect(() => {
    if (serverTime !== null) clockOffset.current = serverTime - performance.now();
  }, [serverTime]);
  useEffect(() => {
    setStatus("saved");
    const saveNow = () => void save();
    window.addEventListener("pagehide", saveNow);
    window.addEventListener("online", saveNow);
    document.addEventListener("visibilitychange", saveNow);
    return () => {
      window.removeEventListener("pagehide", saveNow);
      window.removeEventListener("online", saveNow);
      document.removeEventListener("visibilitychange", saveNow);
      saveNow();
    };
  }, []);

  return {
    hint: hints[status ?? "noScripts"],
    onInput(event: FormEvent<HTMLFormElement>) {
      const typedAt = Math.round(clockOffset.current + performance.now());
      unsaved.current = { form: event.currentTarget, typedAt };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), typingPauseMs);
    },
  };
}
