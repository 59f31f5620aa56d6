/** A `mailto:` link with an optional subject. Neither argument can add another field or recipient. */
export function mailHref(address: string, subject?: string): string {
  const receiver = address.split("@").map(encodeURIComponent).join("@");
  return `mailto:${receiver}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
