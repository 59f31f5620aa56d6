export function toFieldText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
