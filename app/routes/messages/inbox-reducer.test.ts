import { expect, test } from "vitest";
import { inboxReducer, type Summary, summaryHref } from "./inbox-reducer.ts";

const summary = (userId: string, at: number, more: Partial<Summary> = {}): Summary => ({
  userId,
  name: `Member ${userId}`,
  avatarUrl: null,
  lastMessage: "Hello",
  lastMessageAt: at,
  own: false,
  unreadCount: 0,
  isAnonymous: false,
  href: summaryHref(userId, false),
  ...more,
});
const message = (senderId: string, receiverId: string, content = "New") => ({
  id: "9",
  senderId,
  receiverId,
  content,
  isAnonymous: false,
  timestamp: "2030-01-01T00:00:00Z",
  seen: false,
  sender: { id: senderId, name: `Member ${senderId}`, email: null },
});
const list = [summary("2", 200), summary("3", 100, { unreadCount: 98 })];
const pending = { tempId: "temp-a", senderId: "1", receiverId: "3", content: "Going out", at: 300 };
const partner = { name: "Member 4", avatarUrl: null };

test("what comes in goes to the top and counts, unless its conversation is open or it is one's own", () => {
  const received = (from: string, to: string, openHref: string | null) =>
    inboxReducer(list, { type: "received", message: message(from, to), viewerId: "1", openHref })[0];
  expect(received("3", "1", null)).toMatchObject({ userId: "3", unreadCount: 99, lastMessage: "New" });
  expect(received("3", "1", "/messages/3")).toMatchObject({ unreadCount: 98 });
  expect(received("1", "3", null)).toMatchObject({ userId: "3", unreadCount: 98, own: true });
  expect(received("5", "1", null)).toMatchObject({ userId: "5", name: "Member 5", unreadCount: 1 });
});

test("a message that fails takes the list back to where it was", () => {
  const added = inboxReducer(list, { type: "outcome", outcome: { type: "added", pending }, partner });
  expect(added.map(({ userId, lastMessage }) => [userId, lastMessage])).toEqual([
    ["3", "Going out"],
    ["2", "Hello"],
  ]);
  const failed = { type: "failed", pending, error: "Failed to send message", delivered: false } as const;
  expect(inboxReducer(added, { type: "outcome", outcome: failed, partner })).toEqual(list);

  const toNew = { ...pending, receiverId: "4" };
  const begun = inboxReducer(list, { type: "outcome", outcome: { type: "added", pending: toNew }, partner });
  expect(begun[0]).toMatchObject({ userId: "4", name: "Member 4" });
  expect(inboxReducer(begun, { type: "outcome", outcome: { ...failed, pending: toNew }, partner })).toEqual(
    list,
  );
});
