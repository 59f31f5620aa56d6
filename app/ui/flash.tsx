import { createContext, useContext } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";
import * as styles from "./flash.css.ts";

export interface Flash {
  /** The request that caused it, so that data that comes twice is shown once. */
  id?: string;
  text: string;
  /** The id of the card that the act was about: without scripts the sentence stands there. */
  at?: string;
  /** A form that takes the act back. */
  undo?: { action: string; fields: Record<string, string> };
  /** Where the act can go on. */
  link?: { to: string; text: string };
}

/** Whether the browser has a flash that no page has shown. */
export const hasFlashCookie = (): boolean => /\bflash=/.test(document.cookie);

export function deleteFlashCookie(): void {
  const isSecure = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers lack the Cookie Store API
  document.cookie = `${isSecure ? "__Host-" : ""}flash=; Path=/; Max-Age=0${isSecure ? "; Secure" : ""}`;
}

/** `hasToasts` is false where React does not run. */
export const FlashContext = createContext<{ flash: Flash | null; hasToasts: boolean }>({
  flash: null,
  hasToasts: true,
});

/** Where no toast shows it: with `at` in the card of that id, without on top of a page where no card has it. */
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
