import { expect, test } from "vitest";
import { conversationHref } from "./conversation.ts";
import { type ConversationSummary, inboxReducer } from "./inbox-reducer.ts";

const summary = (
  userId: string,
  lastMessageAt: number,
  overrides: Partial<ConversationSummary> = {},
): ConversationSummary => ({
  userId,
  name: `Member ${userId}`,
  avatarUrl: null,
  lastMessage: "Hello",
  lastMessageAt,
  isLastMessageOwn: false,
  unreadCount: 0,
  isAnonymous: false,
  href: conversationHref(userId, false),
  ...overrides,
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
const pending = {
  tempId: "temp-a",
  senderId: "1",
  receiverId: "3",
  content: "Going out",
  isAnonymous: false,
  sentAt: 300,
  replyTo: null,
};
const partner = { name: "Member 4", avatarUrl: null };

test("a received message moves its conversation to the top and counts as unread, unless it is open or from the viewer", () => {
  const received = (from: string, to: string, openHref: string | null) =>
    inboxReducer(list, { type: "received", message: message(from, to), viewerId: "1", openHref })[0];
  expect(received("3", "1", null)).toMatchObject({ userId: "3", unreadCount: 99, lastMessage: "New" });
  expect(received("3", "1", "/messages/3")).toMatchObject({ unreadCount: 98 });
  expect(received("1", "3", null)).toMatchObject({ userId: "3", unreadCount: 98, isLastMessageOwn: true });
  expect(received("5", "1", null)).toMatchObject({ userId: "5", name: "Member 5", unreadCount: 1 });
});

test("a changed message changes the list if it is the last one of its conversation", () => {
  const changed = (timestamp: number) =>
    inboxReducer(list, {
      type: "changed",
      message: { ...message("3", "1", "Mended"), timestamp: new Date(timestamp).toISOString() },
      viewerId: "1",
    }).map(({ lastMessage }) => lastMessage);
  expect(changed(100)).toEqual(["Hello", "Mended"]);
  expect(changed(99)).toEqual(["Hello", "Hello"]);
});

test("a list that was read before a message arrived does not hide the message", () => {
  const sent = new Date(400).toISOString();
  const received = inboxReducer(list, {
    type: "received",
    message: { ...message("3", "1"), timestamp: sent },
    viewerId: "1",
    openHref: null,
  });
  const stale = [...list, summary("4", 50)];
  const shown = inboxReducer(received, { type: "loaded", conversations: stale });
  expect(shown.map(({ userId, lastMessage }) => [userId, lastMessage])).toEqual([
    ["3", "New"],
    ["2", "Hello"],
    ["4", "Hello"],
  ]);
  const later = [summary("3", 500, { lastMessage: "Later" })];
  expect(inboxReducer(shown, { type: "loaded", conversations: later })).toEqual(later);
});

test("the viewer's own message is shown once it is stored, even if a list did not contain it yet", () => {
  const stored = { ...message("1", "3", "Going out"), timestamp: new Date(300).toISOString() };
  const saved = { type: "saved", pending, message: stored } as const;
  const shown = (at: number) =>
    inboxReducer([summary("3", at)], { type: "outbox", event: saved, partner })[0];
  expect(shown(200)).toMatchObject({ lastMessage: "Going out", lastMessageAt: 300, isLastMessageOwn: true });
  expect(shown(400)).toMatchObject({ lastMessage: "Hello", lastMessageAt: 400 });
});

test("a failed message restores the list", () => {
  const added = inboxReducer(list, { type: "outbox", event: { type: "added", pending }, partner });
  expect(added.map(({ userId, lastMessage }) => [userId, lastMessage])).toEqual([
    ["3", "Going out"],
    ["2", "Hello"],
  ]);
  const failed = { type: "failed", pending, error: "Failed to send message", delivered: false } as const;
  expect(inboxReducer(added, { type: "outbox", event: failed, partner })).toEqual(list);

  const toNew = { ...pending, receiverId: "4" };
  const started = inboxReducer(list, { type: "outbox", event: { type: "added", pending: toNew }, partner });
  expect(started[0]).toMatchObject({ userId: "4", name: "Member 4" });
  expect(inboxReducer(started, { type: "outbox", event: { ...failed, pending: toNew }, partner })).toEqual(
    list,
  );
});

test("the named and the anonymous conversation with the same member are separate", () => {
  const both = [
    summary("2", 200),
    summary("2", 100, { isAnonymous: true, href: conversationHref("2", true) }),
  ];
  const after = inboxReducer(both, {
    type: "received",
    message: { ...message("2", "1", "To the hidden one"), isAnonymous: true },
    viewerId: "1",
    openHref: conversationHref("2", false),
  });
  expect(after.map(({ href, unreadCount }) => [href, unreadCount])).toEqual([
    ["/messages/2?anonymous=1", 1],
    ["/messages/2", 0],
  ]);
});
