import { expect, test } from "vitest";
import { TaskQueue } from "./task-queue.server.ts";

test("a queue runs tasks up to its concurrency, in order, and refuses more than it can hold", async () => {
  const queue = new TaskQueue({ concurrency: 2, maxQueued: 1 });
  const started: string[] = [];
  const finish: Record<string, () => void> = {};
  const run = (name: string) =>
    queue.run(() => {
      started.push(name);
      return new Promise<string>((resolve) => {
        finish[name] = () => resolve(name);
      });
    });
  const first = run("first");
  const second = run("second");
  const third = run("third");
  await expect(run("fourth")).rejects.toMatchObject({ status: 503 });
  expect(started).toEqual(["first", "second"]);
  finish.second?.();
  expect(await second).toBe("second");
  await expect.poll(() => started).toEqual(["first", "second", "third"]);
  finish.first?.();
  finish.third?.();
  expect(await Promise.all([first, third])).toEqual(["first", "third"]);
});

test("the next task starts after one fails", async () => {
  const queue = new TaskQueue({ concurrency: 1, maxQueued: 1 });
  const failing = queue.run(() => Promise.reject(new Error("broken")));
  const next = queue.run(async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
