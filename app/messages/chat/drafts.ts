// Unsent texts outlive their tab and a log-in. A key names the member and the address of the chat.

const prefix = (viewerId: string) => `draft ${viewerId} `;

export const draftKey = (viewerId: string, href: string): string => prefix(viewerId) + href;

export const readDraft = (key: string): string => localStorage.getItem(key) ?? "";

export function saveDraft(key: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The device is full: the text is in this page alone.
  }
}

/** Puts a text that could not be sent before what was typed since. */
export const joinUnsent = (unsent: string, typed: string): string =>
  typed.trim() === "" ? unsent : `${unsent}\n${typed}`;

export const hasDrafts = (viewerId: string): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(prefix(viewerId)));
