import { muteLengths } from "#app/platform/auth/mute-texts.ts";
import { Choices } from "#app/ui/forms/choices.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import * as styles from "../admin.css.ts";

/** The reason and duration, which the member sees. */
export function MuteFields({ rules, hasLength }: { rules: FormRules<"reason">; hasLength: boolean }) {
  const failure = useFailure();
  return (
    <>
      <TextArea
        field={{
          id: "mute-reason",
          name: "reason",
          initialValue: String(failure?.initialValue?.reason ?? ""),
          errors: failure?.error?.reason ?? undefined,
          rules: rules.reason,
        }}
        label="Why?"
        hint="They will read it. It stays in the audit trail, so don't write a name."
        rows={3}
      />
      {hasLength && <MuteLengthChoice />}
    </>
  );
}

export const MuteLengthChoice = () => (
  <Choices
    className={styles.choices}
    field={{ name: "length", initialValue: useFailure()?.initialValue?.length?.toString() }}
    legend="Muted for"
    choices={Object.entries(muteLengths)}
    preset="day"
  />
);
