/** A stored value as a form's field has it: a list separated by commas, a checked box as "on". */
export function toFieldText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
