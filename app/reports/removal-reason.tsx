import { maxReasonLength } from "../schemas/report-texts.ts";
import { TextInput } from "../ui/field.tsx";
import type { FormFailure } from "../ui/form.tsx";

export const RemovalReason = ({ failure }: { failure: FormFailure | undefined }) => (
  <TextInput
    field={{
      id: "removal-reason",
      name: "reason",
      key: undefined,
      initialValue: String(failure?.initialValue?.reason ?? ""),
      errors: failure?.error?.reason ?? undefined,
    }}
    label="Reason"
    hint="Its author reads it."
    maxLength={maxReasonLength}
  />
);
