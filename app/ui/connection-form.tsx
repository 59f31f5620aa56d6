import { useFetcher } from "react-router";
import { Button, type ButtonLook } from "./button.tsx";
import * as styles from "./connection-form.css.ts";
import type { FormReply } from "./form.tsx";
import { FormAlert } from "./form-alert.tsx";

/** A button of the form: the intent that it posts, its text, and how it looks. */
export type ConnectionChoice = readonly [intent: string, text: string, variant: ButtonLook["variant"]];

/**
 * Buttons that change the connection with a member, by a post to `/connections`. A refusal stands beside them.
 * @param name the other member's name, for screen readers
 * @param redirectTo where it leads back to; its fragment names the place that tells what was done
 */
export function ConnectionForm({
  userId,
  name,
  redirectTo,
  choices,
}: {
  userId: string;
  name: string;
  redirectTo: string;
  choices: readonly ConnectionChoice[];
}) {
  const fetcher = useFetcher<FormReply>();
  const pressed = fetcher.formData?.get("intent");
  return (
    <fetcher.Form method="post" action="/connections" preventScrollReset className={styles.form}>
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {choices.map(([intent, text, variant]) => (
        <Button
          key={intent}
          name="intent"
          value={intent}
          size="sm"
          variant={variant}
          loading={pressed === intent}
          aria-label={`${text}: ${name}`}
        >
          {text}
        </Button>
      ))}
      {fetcher.state === "idle" && <FormAlert failure={fetcher.data?.failure} />}
    </fetcher.Form>
  );
}
