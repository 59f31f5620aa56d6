import { expect, test } from "vitest";
import { TurnQueue } from "./turn-queue.server.ts";

test("members take turns, one task at a time", async () => {
  const queue = new TurnQueue({ concurrency: 1, maxPerMember: 10 });
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

test("only a member with too many waiting tasks is refused, and a failure does not stop the queue", async () => {
  const queue = new TurnQueue({ concurrency: 1, maxPerMember: 1 });
  const fail = () => Promise.reject(new Error("broken"));
  const first = queue.run(1, fail);
  const second = queue.run(1, async () => "second");
  expect(await queue.run(1, async () => "third")).toBe(null);
  const other = queue.run(2, async () => "other");
  await expect(first).rejects.toThrow("broken");
  expect([await second, await other]).toEqual(["second", "other"]);
});

test("several tasks run at once, but only one per member", async () => {
  const queue = new TurnQueue({ concurrency: 2, maxPerMember: 10 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (memberId: number, name: string) =>
    queue.run(memberId, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [add(1, "a1"), add(1, "a2"), add(2, "b1"), add(3, "c1")];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(["a1", "b1"]);
  for (const [name, after] of [
    ["b1", ["a1", "b1", "c1"]],
    ["c1", ["a1", "b1", "c1"]],
    ["a1", ["a1", "b1", "c1", "a2"]],
  ] as const) {
    ends.get(name)?.();
    await settle();
    expect(started).toEqual(after);
  }
  all.push(add(4, "d1"));
  expect(started).toHaveLength(5);
  ends.get("a2")?.();
  ends.get("d1")?.();
  await Promise.all(all);
});

test("the queue has a total limit", async () => {
  const queue = new TurnQueue<string>({ concurrency: 1, maxPerMember: 2, maxQueued: 2 });
  const run = (key: string) => queue.run(key, async () => key);
  const all = [run("a"), run("b"), run("c")];
  await expect(run("d")).rejects.toMatchObject({ status: 503 });
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
  expect(await run("d")).toBe("d");
});
