import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Page } from "@playwright/test";
import { expect, newMember } from "../support/browser.ts";
import { job } from "../support/people.ts";
import { test } from "../support/worker.ts";

const delayMs = 200;

/** A proxy that adds 200 ms in each direction, and counts the bytes of answers. */
async function lengthenWay(port: number) {
  const way = { url: "", bytes: 0, stop: () => {} };
  const later = (from: Socket, to: Socket, count: (bytes: number) => void) => {
    from.on("data", (chunk: Buffer) => {
      count(chunk.length);
      setTimeout(() => to.writable && to.write(chunk), delayMs);
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

const firstPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const see = () => {
          const [paint] = performance.getEntriesByName("first-contentful-paint");
          if (paint) resolve(paint.startTime);
          else setTimeout(see, 50);
        };
        see();
      }),
  );

test("A guest's cached page loads in a third of the time and with 5 KB", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const rohan = await newMember(server, "rohan");
  const { body } = await rohan.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" });
  const way = await lengthenWay(server.port);
  const path = `${way.url}/jobs/${body.id}`;
  await page.goto(path);
  const first = { paintMs: await firstPaint(page), bytes: way.bytes };
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
  await page.goto(path);
  const again = { paintMs: await firstPaint(page), bytes: 0 };
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  again.bytes = way.bytes;
  expect(again.paintMs).toBeLessThan(first.paintMs / 3);
  expect(again.bytes).toBeLessThan(5 * 1024);
  way.stop();
});
