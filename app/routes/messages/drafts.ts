// Unsent texts outlive a reload and a log-in in the same tab. Each belongs to one member and one conversation.

const prefix = (viewerId: string) => `draft ${viewerId} `;

/** The text that was typed into a conversation and not sent. */
export const readDraft = (viewerId: string, href: string): string =>
  sessionStorage.getItem(prefix(viewerId) + href) ?? "";

/** Keeps what is typed into a conversation. A blank text removes it. */
export function saveDraft(viewerId: string, href: string, text: string): void {
  if (text.trim() === "") sessionStorage.removeItem(prefix(viewerId) + href);
  else sessionStorage.setItem(prefix(viewerId) + href, text);
}

/** Puts a text that could not be sent before what was typed since. */
export function restoreDraft(viewerId: string, href: string, text: string): void {
  const typed = readDraft(viewerId, href);
  saveDraft(viewerId, href, typed === "" ? text : `${text}\n${typed}`);
}

/** Whether a member has unsent text in any conversation. */
export const hasDrafts = (viewerId: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith(prefix(viewerId)));
