import { outboxKeyPrefix } from "#app/device/names.ts";
import type { PendingText } from "./line-reducer.ts";

// One key per text: the member, the chat, and a temporary id that begins with the time. The tab that sends it
// holds a lock with the same name.

const keyOf = (chat: string, { senderId, tempId }: Pick<PendingText, "senderId" | "tempId">) =>
  `${outboxKeyPrefix(senderId)}${chat} ${tempId}`;

const releases = new Map<string, () => void>();

/** Runs `take` once no other tab is sending the text, and locks it until it is dropped. */
function hold(key: string, take: (text: string) => void): void {
  const run = () => {
    const text = localStorage.getItem(key);
    if (!text) return;
    take(text);
    return new Promise<void>((release) => releases.set(key, release));
  };
  // Without locks, as over plain HTTP, two tabs may send the same text: its `tempId` has it stored once.
  void (navigator.locks?.request(key, run) ?? run());
}

export function storeText(chat: string, text: PendingText): void {
  const key = keyOf(chat, text);
  try {
    localStorage.setItem(key, JSON.stringify(text));
    hold(key, () => {});
  } catch {
    // The device's storage is full: only this tab has the text.
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
