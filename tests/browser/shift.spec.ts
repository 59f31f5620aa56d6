import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test } from "../support/browser.ts";
import { desktop, phone } from "../support/devices.ts";
import { announce } from "../support/events.ts";
import { sendTo } from "../support/messages.ts";
import { sample, sized } from "../support/nightly.ts";
import { findShifts } from "../support/page-checks.ts";
import type { Member } from "../support/people.ts";
import { say } from "../support/room.ts";

// The proxy does not forward WebSockets, and closing a page aborts its requests.
test.use({ expectedErrors: /Failed to load resource|WebSocket connection/ });

/** Prepares a chat that fills the window, and an event with two attendees. */
async function fill(asha: Member, rohan: Member): Promise<string[]> {
  const event = await announce(rohan, { title: "Circuits night" });
  await asha.call("POST", `/api/events/${event.id}/register`);
  const text = "a message that is long enough for a second line on a phone, and for a bit more.";
  for (let n = 0; n < 12; n++)
    await (n % 2 ? sendTo(asha, rohan.id, `${n}, ${text}`) : sendTo(rohan, asha.id, `${n}, ${text}`));
  for (let n = 0; n < 8; n++) await say(rohan, `${n}, ${text}`);
  return ["/anonymous-post", `/messages/${rohan.id}`, `/events/${event.id}`, "/search?q=circuits"];
}

const pieces = 8;
/**
 * Precedes each chunk of a page but the first, and removes itself as soon as it is parsed, before the page's scripts
 * run.
 */
const mark = "<template data-piece></template>";

function countPieces(): void {
  Object.assign(window, { piecesRead: 0 });
  new MutationObserver(() => {
    for (const found of document.querySelectorAll("[data-piece]")) {
      found.remove();
      Object.assign(window, { piecesRead: Number(Reflect.get(window, "piecesRead")) + 1 });
    }
  }).observe(document, { childList: true, subtree: true });
}

/** A proxy that delays each chunk of a page's HTML until the browser has parsed and could show the one before. */
async function startPieces(port: number, hasRead: (piece: number) => Promise<void>) {
  const proxy = createServer((req, res) => {
    const headers = { ...req.headers, "accept-encoding": "identity" };
    const passed = request({ host: "127.0.0.1", port, path: req.url, headers }, async (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!answer.headers["content-type"]?.startsWith("text/html")) return void answer.pipe(res);
      const html = Buffer.concat(await answer.toArray()).toString();
      const cuts = [...html.matchAll(/<(?=(div|p|li|a|section|article|footer|header|nav|ul)\b)/g)];
      const body = cuts.filter(
        ({ index }) => index > html.indexOf("<body") && index < html.lastIndexOf("<script"),
      );
      let from = 0;
      for (let piece = 1; piece < pieces; piece++) {
        const to = body[Math.floor((piece * body.length) / pieces)]?.index ?? from;
        res.write(html.slice(from, to) + mark);
        await hasRead(piece);
        from = to;
      }
      res.end(html.slice(from));
    });
    passed.on("error", () => res.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** Lets the browser draw what it has. The wait is bounded, because a browser that shows nothing yet draws no frame. */
const draw = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        setTimeout(resolve, 100);
      }),
  );

for (const [name, { viewport }] of Object.entries(sized({ phone }, { phone, desktop })))
  test(`Nothing moves on a ${name} while a page arrives in chunks`, { tag: ["@scripts", "@once"] }, async ({
    page: first,
    context,
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const paths = await fill(asha, rohan);
    await enter(first, server, asha);
    let page = first;
    const proxy = await startPieces(server.port, async (piece) => {
      await page.waitForFunction((read) => Number(Reflect.get(window, "piecesRead")) >= read, piece, {
        polling: 20,
      });
      await draw(page);
    });
    for (const path of paths) {
      page = await context.newPage();
      await page.addInitScript(countPieces);
      await page.setViewportSize(viewport);
      await page.goto(proxy.url + path, { waitUntil: "load" });
      await draw(page);
      expect.soft(await findShifts(page), path).toEqual([]);
      await page.close();
    }
    proxy.stop();
  });

for (const [name, { viewport }] of Object.entries(sized({ phone }, { phone, desktop })))
  test(`Nothing moves on a ${name} whichever style sheet or script loads last`, {
    tag: ["@scripts", "@once"],
  }, async ({ page: first, context, server }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const paths = await fill(asha, rohan);
    await enter(first, server, asha);
    const findFiles = async (page: Page) => {
      const entries = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => name),
      );
      const files = new Set(
        entries.map((url) => new URL(url).pathname).filter((path) => /\.(js|css)$/.test(path)),
      );
      return [...files].sort();
    };
    await first.setViewportSize(viewport);
    for (const path of paths) {
      await first.goto(path, { waitUntil: "networkidle" });
      for (const file of sample(await findFiles(first), 6)) {
        const page = await context.newPage();
        await page.setViewportSize(viewport);
        const open = new Set<string>();
        page.on("request", (asked) => open.add(new URL(asked.url()).pathname));
        page.on("requestfinished", (asked) => open.delete(new URL(asked.url()).pathname));
        const released = Promise.withResolvers<void>();
        await page.route(
          (url) => url.pathname === file,
          (route) => released.promise.then(() => route.continue()),
        );
        await page.goto(path, { waitUntil: "commit" });
        // Everything else has loaded.
        await expect.poll(() => [...open], `${path} without ${file}`).toEqual([file]);
        await draw(page);
        released.resolve();
        await page.waitForLoadState("load");
        await hydrated(page);
        await draw(page);
        expect.soft(await findShifts(page), `${path} when ${file} comes last`).toEqual([]);
        await page.close();
      }
    }
  });
