import { expect, test } from "vitest";
import { TurnQueue } from "./turn-queue.server.ts";

test("members take turns, one task at a time", async () => {
  const queue = new TurnQueue(10);
  const done: string[] = [];
  let running = 0;
  const add = (memberId: number, name: string) =>
    queue.run(memberId, async () => {
      expect(++running).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(name);
      return name;
    });
  const all = [add(1, "a1"), add(1, "a2"), add(1, "a3"), add(2, "b1"), add(3, "c1"), add(2, "b2")];
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "c1", "b2"]);
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a member with too many waiting is refused, the others are not, and a failure stops nobody", async () => {
  const queue = new TurnQueue(1);
  const fail = () => Promise.reject(new Error("broken"));
  const first = queue.run(1, fail);
  const second = queue.run(1, async () => "second");
  expect(await queue.run(1, async () => "third")).toBe(null);
  const other = queue.run(2, async () => "other");
  await expect(first).rejects.toThrow("broken");
  expect([await second, await other]).toEqual(["second", "other"]);
});
