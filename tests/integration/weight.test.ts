import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { questionSlug } from "../../app/questions/slug.ts";
import { createTest } from "../support/integration.ts";
import { browse, event, job, join } from "../support/people.ts";
import { question } from "../support/questions.ts";
import { clock, stopClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import type { Visitor } from "../support/visitor.ts";

/** Maximum compressed bytes of a page on a phone, in steps of 0.25 KB: HTML with styles, and scripts. */
const kilobyte = 1024;
const budgets = {
  /** Guests' pages without forms. */
  guestReads: { page: 11.75 * kilobyte, scripts: 2 * kilobyte },
  /** Lists with every filter. */
  jobs: { page: 12 * kilobyte, scripts: 2 * kilobyte },
  /** Pages about the API. */
  reference: { page: 14.25 * kilobyte, scripts: 2 * kilobyte },
  /** Includes the carousel's script, and styles for organizers. */
  events: { page: 11 * kilobyte, scripts: 3 * kilobyte },
  /** Guests' forms without React. */
  guestForms: { page: 9.5 * kilobyte, scripts: 2 * kilobyte },
  /** Guests' forms with React. */
  guest: { page: 11 * kilobyte, scripts: 4 * kilobyte },
  /** Includes the name of every country, and what is stored. */
  registration: { page: 12.75 * kilobyte, scripts: 128.5 * kilobyte },
  questions: { page: 11 * kilobyte, scripts: 126.75 * kilobyte },
  people: { page: 12 * kilobyte, scripts: 126.25 * kilobyte },
  today: { page: 9.25 * kilobyte, scripts: 125.75 * kilobyte },
  /** Includes each message's menu, and file fields. */
  messages: { page: 15 * kilobyte, scripts: 140.5 * kilobyte },
  member: { page: 14.25 * kilobyte, scripts: 136.75 * kilobyte },
  /** Has a style sheet beside that of the list that it opens over. */
  eventForm: { page: 14.5 * kilobyte, scripts: 136.75 * kilobyte, requests: 5 },
};
/** Requests until a page is complete without scripts: the page, two style sheets and the icons. */
const maxRequests = 4;

// Pages contain the site's address and times, so a port or a speed that differs in each run would change their
// compressed size.
const test = createTest({ RATE_LIMITS: "off", APP_URL: "http://quadrant.example" }, clock)
  .extend("friend", { scope: "file" }, async ({ server }) => {
    await stopClock(server);
    return join(server, "rohan");
  })
  .extend("member", { scope: "file" }, async ({ server, friend }) => {
    const asha = await join(server, "asha");
    for (let n = 0; n < 25; n++) await asha.call("POST", "/api/jobs", { ...job, title: `${job.title} ${n}` });
    for (let n = 0; n < 13; n++) {
      const file = { name: `notes-${n}.txt`, bytes: Buffer.from(`notes ${n}`) };
      await share(asha, file, { title: `Notes ${n}`, categoryId: "2" });
    }
    for (let n = 0; n < 10; n++)
      await asha.call("POST", "/api/events", { ...event, title: `${event.title} ${n}` });
    for (let n = 0; n < 25; n++) {
      const title = `${question.title} ${n}`;
      await asha.call("POST", "/api/questions", { ...question, title, tags: ["electives", "third-year"] });
      await friend.call("POST", "/api/questions/1/answers", {
        body: `${n}. Take *Optimisation* of term ${n}.`,
      });
    }
    for (let n = 0; n < 50; n++) {
      const message = {
        senderId: asha.id,
        receiverId: friend.id,
        content: `Message ${n}`,
        isAnonymous: false,
      };
      await asha.call("POST", "/api/messages/send", message);
    }
    const browser = browse(server, asha);
    return browser;
  });

async function weigh(visitor: Visitor, path: string) {
  const { text, status, headers } = await visitor.get(path, { "Accept-Encoding": "br" });
  expect(status).toBe(200);
  const compressed = async (file: string) => {
    const response = await fetch(visitor.url + file, { headers: { "Accept-Encoding": "br" } });
    return Number(response.headers.get("Content-Length"));
  };
  const sum = async (pattern: RegExp) => {
    const files = new Set([...text.matchAll(pattern)].map(([, file = ""]) => file));
    return (await Promise.all([...files].map(compressed))).reduce((total, size) => total + size, 0);
  };
  const html = Number(headers.get("Content-Length"));
  return {
    page: html + (await sum(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)),
    scripts: (await sum(/(\/assets\/[\w.-]+\.js)/g)) + (await sum(/<script[^>]* src="([^"]+)"/g)),
    requests:
      1 +
      new Set([
        ...[...text.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, file]) => file),
        // Drawings do not count, because the layout reserves their space.
        ...[
          ...text.matchAll(
            /<(?:img|use)[^>]* (?:src|href)="(?!\/covers|\/drawings|\/assets\/signs)([^"#]+)/g,
          ),
        ].map(([, file]) => file),
      ]).size,
  };
}

test.for([
  ["guestReads", "/"],
  ["jobs", "/jobs"],
  ["guestReads", "/jobs/1"],
  ["guestReads", "/api"],
  ["reference", "/developers/first-bot"],
  ["reference", "/developers/socket"],
  ["reference", "/developers/users"],
  ["reference", "/developers/jobs"],
  ["guestReads", "/resources"],
  ["jobs", "/resources/browse"],
  ["guestReads", "/resources/category/gate-notes"],
  ["guestReads", "/resources/category/gate-notes/year/2"],
  ["guestReads", "/resources/courses/me201"],
  ["guestReads", "/resources/1"],
  ["guest", "/feedback"],
  ["guestForms", "/login"],
  ["registration", "/register"],
  ["guestForms", "/forgot-password"],
  ["events", "/events"],
  ["events", "/events/1"],
  ["member", "/events"],
  ["member", "/events/1"],
  ["eventForm", "/events/new"],
  ["member", "/resources"],
  ["member", "/resources/upload"],
  ["messages", "/messages/{}"],
  ["member", "/qa-threads"],
  ["member", "/qa-threads/{}"],
  ["people", "/people/{}"],
  ["member", "/questions"],
  ["member", "/questions/1/{slug}"],
  ["questions", "/questions/new"],
  ["questions", "/questions/1/edit"],
  ["questions", "/questions/1/history"],
  ["member", "/connections"],
  ["member", "/anonymous-post"],
  ["member", "/reports"],
  ["member", "/notices"],
  ["member", "/account/notices"],
  ["member", "/account/searches"],
  ["today", "/"],
  ["member", "/jobs"],
  ["member", "/jobs/1"],
  ["member", "/jobs/1/edit"],
  ["member", "/profile"],
  ["member", "/profile?edit"],
  ["member", "/post-job"],
  ["member", "/post-job?step=2"],
] as const)("the budget “%s” holds for %s", async ([who, path], { guest, member, friend }) => {
  const budget = { requests: maxRequests, ...budgets[who] };
  const weighs = async () => {
    const { page, scripts, requests } = await weigh(
      ["member", "eventForm", "messages", "people", "questions", "today"].includes(who) ? member : guest,
      path.replace("{}", friend.id).replace("{slug}", questionSlug(`${question.title} 0`)),
    );
    return page > budget.page || scripts > budget.scripts || requests > budget.requests
      ? { page, scripts, requests }
      : "in budget";
  };
  // The first responses are compressed fast, later ones harder.
  await expect.poll(weighs).toBe("in budget");
});

test("a form without React has at most 4 KB of scripts", async ({ guest }) => {
  const sizes = async () => {
    const files = ["/guest.js", "/guest-form.js"].map((file) => guest.get(file, { "Accept-Encoding": "br" }));
    return (await Promise.all(files)).map(({ headers }) => Number(headers.get("Content-Length")));
  };
  const [shared = 0, own = 0] = await sizes();
  expect(own).toBeGreaterThan(500);
  expect(shared + own).toBeLessThan(4 * kilobyte);
});

test("the service worker has at most 3 KB", async ({ guest }) => {
  const { headers, status } = await guest.get("/worker.js", { "Accept-Encoding": "br" });
  expect([status, headers.get("Content-Encoding")]).toEqual([200, "br"]);
  expect(Number(headers.get("Content-Length"))).toBeGreaterThan(kilobyte);
  // The first responses are compressed fast, later ones harder.
  const size = async () =>
    Number((await guest.get("/worker.js", { "Accept-Encoding": "br" })).headers.get("Content-Length"));
  await expect.poll(size).toBeLessThan(3 * kilobyte);
  const again = await guest.get("/worker.js", { "If-None-Match": headers.get("ETag") ?? "" });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("the server's own files are ASCII, which V8 stores in one byte per character", () => {
  const files = readdirSync("build/server", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const isWide = (name: string) => readFileSync(`build/server/${name}`).some((byte) => byte > 127);
  expect([files.length > 5, files.filter(isWide)]).toEqual([true, []]);
});
