import { TextInput } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";

/** The current password, to confirm a change to the account. */
export const PasswordField = ({ field, label = "Current password" }: { field: Field; label?: string }) => (
  <TextInput field={field} label={label} type="password" autoComplete="current-password" />
);
