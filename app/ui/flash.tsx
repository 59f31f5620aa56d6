import { createContext, useContext } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";
import * as styles from "./flash.css.ts";

export interface Flash {
  /** The id of the request that caused it, so that data received twice is shown once. */
  id?: string;
  text: string;
  /** The id of the card that the action was about. Without scripts the message appears there. */
  at?: string;
  /** A form that undoes the action. */
  undo?: { action: string; fields: Record<string, string> };
  /** Where to continue. */
  link?: { to: string; text: string };
}

/** Whether the browser has a flash that no page has shown. */
export const hasFlashCookie = (): boolean => /\bflash=/.test(document.cookie);

export function deleteFlashCookie(): void {
  const isSecure = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers lack the Cookie Store API
  document.cookie = `${isSecure ? "__Host-" : ""}flash=; Path=/; Max-Age=0${isSecure ? "; Secure" : ""}`;
}

/** `hasToasts` is false on pages without React. */
export const FlashContext = createContext<{ flash: Flash | null; hasToasts: boolean }>({
  flash: null,
  hasToasts: true,
});

/** The message on pages without toasts: in the card with the id `at`, or without `at` at the top of the page. */
export function FlashLine({ at }: { at?: string }) {
  const { flash, hasToasts } = useContext(FlashContext);
  if (!flash || (at && flash.at !== at)) return null;
  const line = (
    <div className={at ? styles.cardLine : styles.line} role="status">
      <FlashText flash={flash} />
    </div>
  );
  return hasToasts ? <noscript>{line}</noscript> : line;
}

export const FlashText = ({ flash: { text, undo, link } }: { flash: Flash }) => (
  <>
    <p>{text}</p>
    {link && <a href={link.to}>{link.text}</a>}
    {undo && (
      <Form method="post" action={undo.action} preventScrollReset>
        {Object.entries(undo.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button size="sm" variant="outline">
          Undo
        </Button>
      </Form>
    )}
  </>
);
