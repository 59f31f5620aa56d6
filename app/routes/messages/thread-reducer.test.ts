import { expect, test } from "vitest";
import {
  appendQuery,
  conversationHref,
  newestId,
  type ThreadMessage,
  threadReducer,
} from "./thread-reducer.ts";

const message = (id: string, overrides: Partial<ThreadMessage> = {}): ThreadMessage => ({
  key: id,
  id,
  content: `Text ${id}`,
  sentAt: 0,
  isOwn: true,
  state: "sent",
  ...overrides,
});
const ids = (messages: ThreadMessage[]) => messages.map(({ id }) => id);

test("messages are ordered by id, with those that are not stored at the end", () => {
  const messages = threadReducer([message("5"), message("temp-a", { state: "pending" })], {
    type: "loaded",
    messages: [message("10"), message("7"), message("5")],
  });
  expect(ids(messages)).toEqual(["5", "7", "10", "temp-a"]);
  expect(newestId(messages)).toBe(10);
  expect(newestId([message("temp-a")])).toBe(0);
});

test("a saved message replaces its temporary one, once, under the same key", () => {
  const pending = message("temp-a", { state: "pending" });
  const received = threadReducer([pending], { type: "loaded", messages: [message("8")] });
  const saved = threadReducer(received, { type: "saved", tempId: "temp-a", message: message("8") });
  expect(ids(saved)).toEqual(["8"]);
  const savedFirst = threadReducer([pending], { type: "saved", tempId: "temp-a", message: message("8") });
  expect(savedFirst.map(({ key, id, state }) => [key, id, state])).toEqual([["temp-a", "8", "sent"]]);
});

test("a seen message stays seen when an older response arrives", () => {
  const seen = threadReducer([message("1"), message("2", { isOwn: false })], {
    type: "seen",
    ids: ["1", "2"],
  });
  expect(seen.map(({ state }) => state)).toEqual(["seen", "sent"]);
  expect(threadReducer(seen, { type: "loaded", messages: [message("1")] })[0]?.state).toBe("seen");
});

test("a failed message is removed, and one that was delivered but not saved is marked", () => {
  const messages = [message("1"), message("temp-a", { state: "pending" })];
  expect(ids(threadReducer(messages, { type: "failed", tempId: "temp-a" }))).toEqual(["1"]);
  expect(threadReducer(messages, { type: "unsaved", tempId: "temp-a" })[1]?.state).toBe("unsaved");
});

test("the address of a conversation says whether the viewer is hidden, an alias says it by itself", () => {
  expect(conversationHref("2", false)).toBe("/messages/2");
  expect(conversationHref("2", true)).toBe("/messages/2?anonymous=1");
  expect(conversationHref("anon_x", true)).toBe("/messages/anon_x");
  expect(appendQuery(conversationHref("2", true), "before=5")).toBe("/messages/2?anonymous=1&before=5");
  expect(appendQuery(conversationHref("2", false), "before=5")).toBe("/messages/2?before=5");
  expect(appendQuery("/messages/2", "")).toBe("/messages/2");
});
