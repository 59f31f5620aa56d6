import { type FormEvent, useEffect, useRef, useState } from "react";

const typingPauseMs = 500;

export interface PasswordHintTexts {
  passwordEasy: string;
  passwordAdvice: string;
  passwordTooShort: (minLength: number) => string;
}

/** Loads the hint when typing pauses. @param wasEasy the server's verdict on the last submitted password */
export function usePasswordHint(wasEasy: boolean, texts: PasswordHintTexts) {
  const [isEasy, setIsEasy] = useState(wasEasy);
  const cancel = useRef(() => {});
  useEffect(() => setIsEasy(wasEasy), [wasEasy]);
  useEffect(() => () => cancel.current(), []);

  return {
    hint: isEasy ? texts.passwordEasy : texts.passwordAdvice,
    onInput({ currentTarget: { form } }: FormEvent<HTMLInputElement>) {
      cancel.current();
      const abort = new AbortController();
      const check = async () => {
        if (form) setIsEasy(await isPasswordEasy(form, abort.signal));
      };
      // If the request fails, the hint does not change.
      const timer = setTimeout(() => void check().catch(() => {}), typingPauseMs);
      cancel.current = () => {
        clearTimeout(timer);
        abort.abort();
      };
    },
  };
}

async function isPasswordEasy(form: HTMLFormElement, signal: AbortSignal): Promise<boolean> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (["password", "firstName", "lastName", "email"].includes(name)) body.set(name, String(value));
  }
  const response = await fetch("/password-hint", { method: "POST", body, signal });
  if (!response.ok) throw new Error("no hint");
  const { isEasy }: { isEasy: boolean } = await response.json();
  return isEasy;
}
