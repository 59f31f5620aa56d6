/** The `mailto:` link to an address, with an optional subject. Nothing in either can add another field or receiver. */
export function mailHref(address: string, subject?: string): string {
  const receiver = address.split("@").map(encodeURIComponent).join("@");
  return `mailto:${receiver}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
