import { maxReasonLength } from "../schemas/report-texts.ts";
import { TextInput } from "../ui/field.tsx";
import type { FormFailure } from "../ui/form.tsx";

export const RemovalReason = ({
  failure,
  label = "Reason",
  hint = "Its author reads it.",
}: {
  failure: FormFailure | undefined;
  label?: string;
  hint?: string;
}) => (
  <TextInput
    field={{
      id: "removal-reason",
      name: "reason",
      key: undefined,
      initialValue: String(failure?.initialValue?.reason ?? ""),
      errors: failure?.error?.reason ?? undefined,
    }}
    label={label}
    hint={hint}
    maxLength={maxReasonLength}
  />
);
