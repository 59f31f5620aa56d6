import { expect, test } from "vitest";
import { newestId, type Row, threadReducer } from "./thread-reducer.ts";

const row = (id: string, more: Partial<Row> = {}): Row => ({
  key: id,
  id,
  content: `Text ${id}`,
  at: 0,
  own: true,
  state: "sent",
  ...more,
});
const ids = (rows: Row[]) => rows.map(({ id }) => id);

test("rows stand by their ids, and what is not stored stands at the end", () => {
  const rows = threadReducer([row("5"), row("temp-a", { state: "pending" })], {
    type: "merge",
    rows: [row("10"), row("7"), row("5")],
  });
  expect(ids(rows)).toEqual(["5", "7", "10", "temp-a"]);
  expect(newestId(rows)).toBe(10);
  expect(newestId([row("temp-a")])).toBe(0);
});

test("a saved message takes the place of its temporary one, once, under the same key", () => {
  const pending = row("temp-a", { state: "pending" });
  const heard = threadReducer([pending], { type: "merge", rows: [row("8")] });
  const saved = threadReducer(heard, { type: "saved", tempId: "temp-a", row: row("8") });
  expect(ids(saved)).toEqual(["8"]);
  const plain = threadReducer([pending], { type: "saved", tempId: "temp-a", row: row("8") });
  expect(plain.map(({ key, id, state }) => [key, id, state])).toEqual([["temp-a", "8", "sent"]]);
});

test("what was seen stays seen, whichever answer comes last", () => {
  const seen = threadReducer([row("1"), row("2", { own: false })], { type: "seen", ids: ["1", "2"] });
  expect(seen.map(({ state }) => state)).toEqual(["seen", "sent"]);
  expect(threadReducer(seen, { type: "merge", rows: [row("1")] })[0]?.state).toBe("seen");
});

test("a failed message goes, and one that was shown but not saved is marked", () => {
  const rows = [row("1"), row("temp-a", { state: "pending" })];
  expect(ids(threadReducer(rows, { type: "failed", tempId: "temp-a" }))).toEqual(["1"]);
  expect(threadReducer(rows, { type: "unsaved", tempId: "temp-a" })[1]?.state).toBe("unsaved");
});
