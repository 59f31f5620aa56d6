import { expect, test } from "vitest";
import { appendQuery } from "../chat/address.ts";
import { conversationHref } from "./conversation.ts";

test("the address of a conversation shows whether the viewer is hidden, unless it contains an alias", () => {
  expect(conversationHref("2", false)).toBe("/messages/2");
  expect(conversationHref("2", true)).toBe("/messages/2?anonymous=1");
  expect(conversationHref("anon_x", true)).toBe("/messages/anon_x");
  expect(appendQuery(conversationHref("2", true), "before=5")).toBe("/messages/2?anonymous=1&before=5");
  expect(appendQuery(conversationHref("2", false), "before=5")).toBe("/messages/2?before=5");
  expect(appendQuery("/messages/2", "")).toBe("/messages/2");
});
