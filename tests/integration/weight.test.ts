import { brotliCompressSync } from "node:zlib";
import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { event, job, join, password } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

/** What a page may weigh on the way to a phone, compressed: HTML and styles, and scripts. In bytes. */
const budget = { page: 14 * 1024, scripts: 120 * 1024 };

const test = createTest({ RATE_LIMITS: "off" })
  .extend("friend", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("member", { scope: "file" }, async ({ server, friend }) => {
    const asha = await join(server, "asha");
    for (let n = 0; n < 25; n++) await asha.call("POST", "/api/jobs", { ...job, title: `${job.title} ${n}` });
    for (let n = 0; n < 10; n++)
      await asha.call("POST", "/api/events", { ...event, title: `${event.title} ${n}` });
    for (let n = 0; n < 50; n++) {
      const message = {
        senderId: asha.id,
        receiverId: friend.id,
        content: `Message ${n}`,
        isAnonymous: false,
      };
      await asha.call("POST", "/api/messages/send", message);
    }
    const browser = new Visitor(server.url);
    await browser.post("/login", { email: asha.email, password });
    return browser;
  });

async function weigh(visitor: Visitor, path: string) {
  const { text, status } = await visitor.get(path);
  expect(status).toBe(200);
  const compressed = async (file: string) => {
    const response = await fetch(visitor.url + file, { headers: { "Accept-Encoding": "br" } });
    return Number(response.headers.get("Content-Length"));
  };
  const sum = async (pattern: RegExp) => {
    const files = new Set([...text.matchAll(pattern)].map(([, file = ""]) => file));
    return (await Promise.all([...files].map(compressed))).reduce((total, size) => total + size, 0);
  };
  const html = brotliCompressSync(text, { params: { 1: 4 } }).length;
  return {
    page: html + (await sum(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)),
    scripts: await sum(/(\/assets\/[\w.-]+\.js)/g),
  };
}

test.for([
  ["guest", "/"],
  ["guest", "/login"],
  ["guest", "/register"],
  ["guest", "/jobs"],
  ["guest", "/jobs/1"],
  ["guest", "/api"],
  ["guest", "/feedback"],
  ["guest", "/forgot-password"],
  ["guest", "/resources"],
  ["guest", "/resources/browse"],
  ["guest", "/resources/category/gate-notes"],
  ["guest", "/resources/category/gate-notes/year/2"],
  ["guest", "/resources/upload"],
  ["guest", "/events"],
  ["guest", "/events/1"],
  ["member", "/events"],
  ["member", "/events/1"],
  ["member", "/events/new"],
  ["member", "/resources"],
  ["member", "/resources/upload"],
  ["member", "/messages/{}"],
  ["member", "/"],
  ["member", "/jobs"],
  ["member", "/jobs/1"],
  ["member", "/jobs/1/edit"],
  ["member", "/post-job"],
  ["member", "/post-job?step=2"],
] as const)("for a %s, %s keeps to its budget", async ([who, path], { guest, member, friend }) => {
  const { page, scripts } = await weigh(who === "guest" ? guest : member, path.replace("{}", friend.id));
  expect(page).toBeLessThanOrEqual(budget.page);
  expect(scripts).toBeLessThanOrEqual(budget.scripts);
});
