import type { PendingText } from "./outbox.ts";

// What waits to be sent is on the device, each text under a key of its own: the member, the chat, and its temporary id,
// which begins with the time. The tab that sends a text holds a lock of the same name; a closed tab loses it.

const prefixOf = (memberId: string, chat: string) => `outbox ${memberId} ${chat} `;
const keyOf = (chat: string, { senderId, tempId }: PendingText) => prefixOf(senderId, chat) + tempId;

const releases = new Map<string, () => void>();

/** Runs `take` as soon as no other tab sends the text, and keeps others from it until it is dropped. */
function hold(key: string, take: () => void): void {
  const run = () => {
    if (localStorage.getItem(key) === null) return;
    take();
    return new Promise<void>((release) => releases.set(key, release));
  };
  // Without locks, as over plain http, two tabs may send a text: it has one `tempId` and is stored once.
  if (navigator.locks) void navigator.locks.request(key, run);
  else void run();
}

export function keepText(chat: string, text: PendingText): void {
  const key = keyOf(chat, text);
  try {
    localStorage.setItem(key, JSON.stringify(text));
  } catch {
    // The device is full: it waits in this tab alone.
    return;
  }
  hold(key, () => {});
}

export function dropText(chat: string, text: PendingText): void {
  const key = keyOf(chat, text);
  localStorage.removeItem(key);
  releases.get(key)?.();
  releases.delete(key);
}

/** Hands over each of a member's texts that no open tab sends, oldest first, now and when a tab is closed. */
export function takeTexts<Text extends PendingText>(
  chat: string,
  memberId: string,
  take: (text: Text) => void,
): void {
  const asked = new Set<string>();
  const ask = () => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(memberId, chat)));
    for (const key of keys.sort()) {
      if (asked.has(key) || releases.has(key)) continue;
      asked.add(key);
      hold(key, () => take(JSON.parse(localStorage.getItem(key) ?? "")));
    }
  };
  ask();
  window.addEventListener("storage", ask);
}

/** Whether texts of a member wait on this device. */
export const hasWaitingTexts = (memberId: string, chat: string): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(prefixOf(memberId, chat)));

/** Drops what another member of this device has typed: nobody reads the texts of whoever was here before. */
export function dropTextsOfOthers(memberId: string): void {
  for (const key of Object.keys(localStorage)) {
    const [, owner] = /^(?:outbox|draft|form) (\d+) /.exec(key) ?? [];
    if (owner && owner !== memberId) localStorage.removeItem(key);
  }
}
