import { TextInput } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { maxReasonLength } from "./report-texts.ts";

export function RemovalReason({ label = "Reason", hint = "Its author will read it." }) {
  const failure = useFailure();
  return (
    <TextInput
      field={{
        id: "removal-reason",
        name: "reason",
        initialValue: String(failure?.initialValue?.reason ?? ""),
        errors: failure?.error?.reason ?? undefined,
      }}
      label={label}
      hint={hint}
      maxLength={maxReasonLength}
    />
  );
}
