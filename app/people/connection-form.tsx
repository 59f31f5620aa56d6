import { useFetcher } from "react-router";
import { AskOnce } from "#app/ui/ask-once.tsx";
import type { FormReply } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { questions } from "./connection-texts.ts";

/** A button of the form: its intent, label and style. */
export type ConnectionChoice = readonly [intent: string, text: string, variant: ButtonLook["variant"]];

/**
 * Posts to the current page, asks before Decline and Remove, and shows a refusal next to the form.
 * @param name the other member's, for screen readers
 * @param isMenu whether the question opens over the rows below
 */
export function ConnectionForm({
  userId,
  name,
  choices,
  isMenu = false,
}: {
  userId: string;
  name: string;
  choices: readonly ConnectionChoice[];
  isMenu?: boolean;
}) {
  const fetcher = useFetcher<FormReply>();
  const pressed = fetcher.formData?.get("intent");
  return (
    <fetcher.Form method="post" preventScrollReset className={row[2]}>
      <input type="hidden" name="userId" value={userId} />
      {choices.map(([intent, text, variant]) => {
        const question = questions[intent]?.(name || "No Name");
        const button = (
          <Button
            key={intent}
            name="intent"
            value={intent}
            size="sm"
            variant={question ? "danger" : variant}
            loading={pressed === intent}
            aria-label={`${text}: ${name}`}
          >
            {text}
          </Button>
        );
        return question ? (
          <AskOnce
            key={intent}
            opener={`${text}…`}
            label={`${text}…: ${name}`}
            question={question}
            variant={variant}
            size="sm"
            isMenu={isMenu}
          >
            {button}
          </AskOnce>
        ) : (
          button
        );
      })}
      {fetcher.state === "idle" && <FormAlert failure={fetcher.data?.failure ?? null} />}
    </fetcher.Form>
  );
}
