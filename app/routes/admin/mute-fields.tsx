import { muteLengths } from "../../schemas/mute-texts.ts";
import { Choices } from "../../ui/choices.tsx";
import { TextArea } from "../../ui/field.tsx";
import type { FormFailure, FormRules } from "../../ui/form.tsx";

/** Why, and for how long. The member reads both. */
export const MuteFields = ({
  failure,
  rules,
  hasLength,
}: {
  failure: FormFailure | undefined;
  rules: FormRules<"reason">;
  hasLength: boolean;
}) => (
  <>
    <TextArea
      field={{
        id: "mute-reason",
        name: "reason",
        key: undefined,
        initialValue: String(failure?.initialValue?.reason ?? ""),
        errors: failure?.error?.reason ?? undefined,
        rules: rules.reason,
      }}
      label="Why?"
      hint="They read it. It stays in the audit trail: write no name."
      rows={3}
    />
    {hasLength && <MuteLengthChoice failure={failure} />}
  </>
);

export const MuteLengthChoice = ({ failure }: { failure: FormFailure | undefined }) => (
  <Choices
    field={{ name: "length", initialValue: failure?.initialValue?.length?.toString() }}
    legend="Muted for"
    choices={Object.entries(muteLengths)}
    preset="day"
  />
);
