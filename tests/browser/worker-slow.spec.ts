import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, newMember } from "../support/browser.ts";
import { job } from "../support/people.ts";
import { test } from "../support/worker.ts";

const delayMs = 200;

/** A proxy that adds 200 ms in each direction, or holds everything back, and counts the bytes of answers. */
async function lengthenWay(port: number) {
  const way = { url: "", bytes: 0, passed: Promise.resolve(), stop: () => {} };
  const later = (from: Socket, to: Socket, count: (bytes: number) => void) => {
    from.on("data", (chunk: Buffer) => {
      count(chunk.length);
      setTimeout(() => void way.passed.then(() => to.writable && to.write(chunk)), delayMs);
    });
    from.on("close", () => setTimeout(() => to.destroy(), delayMs));
    from.on("error", () => {});
  };
  const listener = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    later(near, far, () => {});
    later(far, near, (bytes) => {
      way.bytes += bytes;
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  way.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  way.stop = () => void listener.close();
  return way;
}

test("A guest's cached page shows before anything arrives, and is renewed with 5 KB", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const rohan = await newMember(server, "rohan");
  const { body } = await rohan.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" });
  const way = await lengthenWay(server.port);
  const path = `${way.url}/jobs/${body.id}`;
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(path);
  const isKept = () => page.evaluate(async () => (await (await caches.open("pages")).keys()).length);
  await expect.poll(isKept).toBe(1);
  await page.goto("about:blank");
  // Waits until the worker has finished loading.
  await expect(async () => {
    const { bytes } = way;
    await page.waitForTimeout(3 * delayMs);
    expect(way.bytes).toBe(bytes);
  }).toPass();
  way.bytes = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  way.passed = promise;
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  expect(way.bytes).toBe(0);
  resolve();
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  expect(way.bytes).toBeLessThan(5 * 1024);
  way.stop();
});
