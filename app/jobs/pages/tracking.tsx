import { useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Select, TextArea } from "#app/ui/forms/field.tsx";
import type { FieldRules } from "#app/ui/forms/form.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { trackingLabels } from "../tracking-texts.ts";
import * as styles from "./job.css.ts";
import { opener } from "./list.css.ts";
import type { JobTracking } from "./present-job.server.ts";

/** A member's progress with a job, and a note. Only the member sees them. */
export function Tracking({
  tracking: { state, note, isAsked, asksHowItWent, rules },
}: {
  tracking: JobTracking & { rules: { note: FieldRules } };
}) {
  useRenewalOnReturn();
  const failure = useFailure("track");
  const fieldOf = (name: string, stored: string) => ({
    id: `tracking-${name}`,
    name,
    initialValue: failure ? String(failure.initialValue?.[name] ?? "") : stored,
    errors: failure?.error?.[name] ?? undefined,
  });
  return (
    <>
      {isAsked && (
        <Form method="post" className={styles.question} preventScrollReset>
          <p>
            <b>Did you apply?</b> Only you see what you keep here.
          </p>
          <div className={row[3]}>
            <Button size="sm" name="intent" value="applied">
              Yes, I applied
            </Button>
            <Button size="sm" variant="outline" name="intent" value="not-applied">
              No
            </Button>
          </div>
        </Form>
      )}
      {asksHowItWent && (
        <Form method="post" className={styles.question} preventScrollReset>
          <p>
            <b>How did it go?</b> Others who apply there would like to know. You can share it without your
            name.
          </p>
          <div className={row[3]}>
            <Button size="sm" name="intent" value="say-how">
              Share how it went
            </Button>
            <Button size="sm" variant="outline" name="intent" value="not-say-how">
              Not now
            </Button>
          </div>
        </Form>
      )}
      <details className={styles.tracking} id="tracking" open={failure !== null || undefined}>
        <summary className={opener}>
          {state ? `You say: ${trackingLabels[state]}` : "Keep track of your application"}
        </summary>
        {/* The key resets the fields when the stored values change. */}
        <Form method="post" className={stack[4]} preventScrollReset key={`${state} ${note}`}>
          <p className={quiet}>Only you see it. The person who posted the job sees a count, without names.</p>
          <Select
            field={fieldOf("state", state ?? "")}
            label="State"
            placeholder="Not tracked"
            optional={false}
            options={Object.entries(trackingLabels)}
          />
          <TextArea field={{ ...fieldOf("note", note), rules: rules.note }} label="Note" rows={3} />
          <div>
            <Button variant="outline" name="intent" value="track">
              Keep
            </Button>
          </div>
        </Form>
      </details>
    </>
  );
}

/** Revalidates when a member returns from the link to apply, so that the question appears without a reload. */
function useRenewalOnReturn(): void {
  const { revalidate } = useRevalidator();
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => {
    const leave = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("a[href$='/apply']")) setHasLeft(true);
    };
    const comeBack = () => {
      if (document.visibilityState !== "visible" || !hasLeft) return;
      setHasLeft(false);
      void revalidate();
    };
    document.addEventListener("click", leave);
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      document.removeEventListener("click", leave);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [hasLeft, revalidate]);
}
