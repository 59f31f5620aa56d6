import { useFetcher } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { Checkbox, TextArea } from "#app/ui/forms/field.tsx";
import { type FormFailure, type FormReply, useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import type { OwnThanks } from "#db/scopes/thanks.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { maxThanksLine } from "./texts.ts";
import * as styles from "./thanks-act.css.ts";

/** The form's fields besides `intent`. */
export const thanksFields = ["post", "line", "withName"];

const intents = ["thank", "take-thanks-back"];

/** Whether `ThanksAct` shows this failure, so that the page need not. */
export const isOfThanks = (failure: FormFailure | null | undefined): boolean =>
  intents.includes(String(failure?.initialValue?.intent));

/** The thanks for an item as a page shows them. */
export interface PresentedThanks {
  count: number;
  own: OwnThanks | null;
}

/**
 * Shows how many an item helped, with a button to thank for it, then a form to add a line. Both forms post to the
 * page, whose action calls `thankByForm`.
 * @param of the item, such as `answer-9`
 * @param isCounted whether to show the number, because nothing next to it does
 * @param isNameless whether the reader is hidden here
 */
export function ThanksAct({
  of,
  thanks,
  canThank,
  isCounted = true,
  isNameless = false,
  className = styles.act,
  action,
}: {
  of: string;
  thanks: PresentedThanks;
  canThank: boolean;
  isCounted?: boolean;
  isNameless?: boolean;
  className?: string | undefined;
  action?: string;
}) {
  const isOn = useIsOn()("/people/me/thanks");
  const fetcher = useFetcher<FormReply>();
  const pressed = fetcher.formData?.get("intent");
  const isThanked = pressed ? pressed === "thank" : thanks.own !== null;
  const count = thanks.count + Number(isThanked) - Number(thanks.own !== null);
  const failure = useFailure(...intents);
  const own = failure?.initialValue?.post === of ? failure : null;
  const isOfLine = own?.initialValue?.line !== undefined || own?.error?.line !== undefined;
  if (!isOn) return null;
  return (
    <>
      {isCounted && count > 0 && <span>{`${count} helped`}</span>}
      {canThank && (
        <fetcher.Form method="post" {...(action && { action })} preventScrollReset>
          <input type="hidden" name="post" value={of} />
          <button
            type="submit"
            className={className}
            name="intent"
            value={isThanked ? "take-thanks-back" : "thank"}
            aria-pressed={isThanked}
          >
            {isThanked && <Icon name="check" />}
            <span>That helped</span>
          </button>
        </fetcher.Form>
      )}
      {canThank && (isThanked || isOfLine) && (
        <LineForm
          of={of}
          own={thanks.own}
          isNameless={isNameless}
          action={action}
          failure={isOfLine ? own : null}
        />
      )}
      <FormAlert
        failure={fetcher.state === "idle" ? (fetcher.data?.failure ?? (isOfLine ? null : own)) : null}
      />
    </>
  );
}

function LineForm({
  of,
  own,
  isNameless,
  action,
  failure,
}: {
  of: string;
  own: OwnThanks | null;
  isNameless: boolean;
  action: string | undefined;
  failure: FormFailure | null;
}) {
  const fetcher = useFetcher<FormReply>();
  const isIdle = fetcher.state === "idle";
  const refused = isIdle ? (fetcher.data?.failure ?? failure) : null;
  const sent = refused?.initialValue;
  const field = {
    id: `line-${of}`,
    name: "line",
    initialValue: String(sent ? (sent.line ?? "") : (own?.line ?? "")),
    errors: refused?.error?.line ?? undefined,
    rules: { maxLength: maxThanksLine },
  };
  return (
    <details className={styles.details} open={failure !== null || undefined}>
      <summary className={styles.act}>{own?.line ? "Your line" : "Add a line"}</summary>
      <UnlessMuted>
        <fetcher.Form method="post" {...(action && { action })} preventScrollReset className={styles.form}>
          <input type="hidden" name="post" value={of} />
          {!field.errors && <FormAlert failure={refused} />}
          <div className={styles.wide}>
            <TextArea
              field={field}
              label="A line to the person who gave it"
              hint={isNameless ? "They don't see who you are." : "They may show it on their page."}
              rows={2}
            />
          </div>
          {!isNameless && (
            <Checkbox
              label="With my name"
              name="withName"
              defaultChecked={sent ? sent.withName === "on" : (own?.withName ?? false)}
            />
          )}
          <Button size="sm" variant="outline" name="intent" value="thank" loading={!isIdle}>
            Send line
          </Button>
          {own?.line && !own.withName && !isNameless && (
            <p className={quiet}>Your line is sent without your name.</p>
          )}
        </fetcher.Form>
      </UnlessMuted>
    </details>
  );
}
