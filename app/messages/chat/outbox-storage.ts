import type { PendingText } from "./line-reducer.ts";

// A key each: the member, the chat and a temporary id that begins with the time. Its tab holds a lock of that name.

const keyOf = (chat: string, { senderId, tempId }: Pick<PendingText, "senderId" | "tempId">) =>
  `outbox ${senderId} ${chat} ${tempId}`;

const releases = new Map<string, () => void>();

/** Runs `take` as soon as no other tab sends the text, and keeps others from it until it is dropped. */
function hold(key: string, take: (text: string) => void): void {
  const run = () => {
    const text = localStorage.getItem(key);
    if (!text) return;
    take(text);
    return new Promise<void>((release) => releases.set(key, release));
  };
  // Without locks, as over plain http, two tabs may send a text: it has one `tempId` and is stored once.
  void (navigator.locks?.request(key, run) ?? run());
}

export function storeText(chat: string, text: PendingText): void {
  const key = keyOf(chat, text);
  try {
    localStorage.setItem(key, JSON.stringify(text));
    hold(key, () => {});
  } catch {
    // The device is full: it waits in this tab alone.
  }
}

export function dropText(chat: string, text: PendingText): void {
  localStorage.removeItem(keyOf(chat, text));
  releases.get(keyOf(chat, text))?.();
}

/** Hands over a member's texts that no open tab sends, oldest first, now or when their tab is closed. */
export function takeTexts<Text extends PendingText>(
  chat: string,
  memberId: string,
  take: (text: Text) => void,
): void {
  const prefix = keyOf(chat, { senderId: memberId, tempId: "" });
  for (const key of Object.keys(localStorage).sort())
    if (key.startsWith(prefix) && !releases.has(key)) hold(key, (text) => take(JSON.parse(text)));
}
