import { expect, test } from "vitest";
import { type ChatLine, lineReducer, newestId } from "./line-reducer.ts";

const line = (id: string, overrides: Partial<ChatLine> = {}): ChatLine => ({
  key: id,
  id,
  content: `Text ${id}`,
  sentAt: 0,
  isOwn: true,
  state: "sent",
  ...overrides,
});
const ids = (lines: ChatLine[]) => lines.map(({ id }) => id);

test("lines are ordered by id, with those that are not stored at the end", () => {
  const lines = lineReducer([line("5"), line("temp-a", { state: "pending" })], {
    type: "loaded",
    lines: [line("10"), line("7"), line("5")],
  });
  expect(ids(lines)).toEqual(["5", "7", "10", "temp-a"]);
  expect(newestId(lines)).toBe(10);
  expect(newestId([line("temp-a")])).toBe(0);
});

test("a saved line replaces its temporary one, once, under the same key", () => {
  const pending = line("temp-a", { state: "pending" });
  const received = lineReducer([pending], { type: "loaded", lines: [line("8")] });
  const saved = lineReducer(received, { type: "saved", tempId: "temp-a", line: line("8") });
  expect(ids(saved)).toEqual(["8"]);
  const savedFirst = lineReducer([pending], { type: "saved", tempId: "temp-a", line: line("8") });
  expect(savedFirst.map(({ key, id, state }) => [key, id, state])).toEqual([["temp-a", "8", "sent"]]);
});

test("a seen line stays seen when an older response arrives", () => {
  const seen = lineReducer([line("1"), line("2", { isOwn: false })], {
    type: "seen",
    ids: ["1", "2"],
  });
  expect(seen.map(({ state }) => state)).toEqual(["seen", "sent"]);
  expect(lineReducer(seen, { type: "loaded", lines: [line("1")] })[0]?.state).toBe("seen");
});

test("a failed line is removed, and one that was delivered but not saved is marked", () => {
  const lines = [line("1"), line("temp-a", { state: "pending" })];
  expect(ids(lineReducer(lines, { type: "failed", tempId: "temp-a" }))).toEqual(["1"]);
  expect(lineReducer(lines, { type: "unsaved", tempId: "temp-a" })[1]?.state).toBe("unsaved");
});

test("a line known as the viewer's own stays theirs when the room's frame arrives", () => {
  const heard = line("4", { isOwn: false, author: "Guest 417" });
  expect(lineReducer([line("4")], { type: "loaded", lines: [heard] })[0]?.isOwn).toBe(true);
  expect(lineReducer([heard], { type: "loaded", lines: [line("4")] })[0]?.isOwn).toBe(true);
});
