import { createContext, useContext } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";
import * as styles from "./flash.css.ts";

export interface Told {
  text: string;
  /** The id of the card that the act was about: without scripts the sentence stands there. */
  at?: string;
  /** A form that takes the act back. */
  undo?: { action: string; fields: Record<string, string> };
}

/** `hasToasts` is false where React does not run. */
export const ToldContext = createContext<{ told: Told | null; hasToasts: boolean }>({
  told: null,
  hasToasts: true,
});

/** Where no toast tells it: with `at` in the card of that id, without on top of a page where no card has it. */
export function ToldLine({ at }: { at?: string }) {
  const { told, hasToasts } = useContext(ToldContext);
  if (!told || (at && told.at !== at)) return null;
  const line = (
    <div className={at ? styles.cardLine : styles.line} role="status">
      <ToldText told={told} />
    </div>
  );
  return hasToasts ? <noscript>{line}</noscript> : line;
}

export const ToldText = ({ told: { text, undo } }: { told: Told }) => (
  <>
    <p>{text}</p>
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
