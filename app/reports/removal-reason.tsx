import { maxReasonLength } from "../schemas/report-texts.ts";
import { TextInput } from "../ui/field.tsx";
import { useFailure } from "../ui/form.tsx";

export function RemovalReason({ label = "Reason", hint = "Its author reads it." }) {
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
