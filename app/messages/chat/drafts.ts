// Unsent texts survive closing the tab and logging in again. A key names the member and the chat's address.

import { draftKeyPrefix } from "#app/device/names.ts";

export const draftKey = (viewerId: string, href: string): string => draftKeyPrefix(viewerId) + href;

export const readDraft = (key: string): string => localStorage.getItem(key) ?? "";

export function saveDraft(key: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The device's storage is full: only this page has the text.
  }
}

/** Prepends a text that could not be sent to the text typed since. */
export const joinUnsent = (unsent: string, typed: string): string =>
  typed.trim() === "" ? unsent : `${unsent}\n${typed}`;

export const hasDrafts = (viewerId: string): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(draftKeyPrefix(viewerId)));
