import { beforeAll, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { job, join, type Member, password } from "../support/people.ts";
import { openRaw, sendRaw } from "../support/raw.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let asha: Member;
let rohan: Member;
let browser: Visitor;
let guest: Visitor;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  browser = new Visitor(server.url);
  guest = new Visitor(server.url);
  await browser.post("/login", { email: asha.email, password });
  for (let count = 0; count < 25; count++) await asha.call("POST", "/api/jobs", job);
});

describe("bodies", () => {
  const hindi = "न".repeat(9_999);

  test("bodies over 64 KB are refused unless a call needs them", async () => {
    const large = "x".repeat(70_000);
    for (const path of ["/api/users/login", "/api/users/register", "/api/messages/send"]) {
      expect((await asha.call("POST", path, { email: large })).status, path).toBe(413);
    }
    for (const path of ["/login", "/register", "/feedback", `/messages/${rohan.id}`, "/theme"]) {
      expect((await browser.post(path, { text: large })).status, path).toBe(413);
    }
    expect((await asha.call("POST", "/api/jobs", { description: "x".repeat(300_000) })).status).toBe(413);
  });

  test("the longest job and the longest message are accepted in any script", async () => {
    const long = { ...job, description: hindi, companyDescription: "न".repeat(2_999) };
    expect((await asha.call("POST", "/api/jobs", long)).status).toBe(201);
    const content = "😀".repeat(4_000);
    const sent = { senderId: asha.id, receiverId: rohan.id, content, isAnonymous: false };
    expect((await asha.call("POST", "/api/messages/send", sent)).status).toBe(201);
    expect((await browser.post(`/messages/${rohan.id}`, { content: `${content.slice(4)}!` })).status).toBe(
      303,
    );
  });
});

describe("paths", () => {
  const spellings = [
    "/Messages/82",
    "/%6dessages/82",
    "//messages/82",
    "/x/../messages/82",
    "/MESSAGES/82.data",
    "/api/Messages/history/82/83",
    "/API/messages/history/82/83",
    "/api//messages/history/82/83",
    "/\\messages/82",
  ];

  test("paths in another spelling are a 404, and the log hides what they name", async () => {
    for (const path of spellings) {
      for (const method of ["GET", "POST"]) {
        const answer = await sendRaw(
          server.port,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        );
        expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1\.1 40[45]/);
      }
    }
    const lines = await waitUntil("all are in the log", () => {
      const found = server
        .logged()
        .split("\n")
        .filter((line) => /"path":"[^"]*messages/i.test(line) && /"status":40[45]/.test(line));
      return found.length >= spellings.length * 2 && found;
    });
    for (const line of lines) {
      const { path, address } = JSON.parse(line);
      expect([path, address]).toEqual([expect.stringMatching(/^\/(api\/)?messages…$/i), undefined]);
    }
  });

  test("paths under /api have only one spelling", async () => {
    expect((await guest.get("/api/jobs")).status).toBe(200);
    for (const path of ["/Api/jobs", "/API/jobs", "/%61pi/jobs", "/api/Jobs"]) {
      expect((await guest.get(path)).status, path).toBe(404);
    }
  });
});

test("personal data may not be stored by caches, and calls still have an ETag", async () => {
  const calls = [
    "/api/users/me",
    "/api/users",
    `/api/users/${rohan.id}`,
    "/api/messages/conversations",
    `/api/messages/history/${asha.id}/${rohan.id}`,
  ];
  for (const path of calls) {
    const { status, headers } = await asha.get(path);
    expect([status, headers.get("Cache-Control")], path).toEqual([200, "private, no-store"]);
    expect((await asha.get(path, { "If-None-Match": String(headers.get("ETag")) })).status).toBe(304);
  }
  const pages = ["/", "/jobs", "/post-job", `/messages/${rohan.id}`, `/messages/${rohan.id}.data`, "/_.data"];
  for (const path of pages) {
    const { status, headers } = await browser.get(path);
    expect([status, headers.get("Cache-Control")], path).toEqual([200, "private, no-store"]);
  }
  expect((await guest.get("/jobs")).headers.get("Cache-Control")).toBe("private, no-cache");
});

describe("addresses", () => {
  const noise = `x=${"y".repeat(7_000)}`;

  test("addresses over 8 KB are refused, and shorter ones are not repeated many times in their page", async () => {
    for (const path of ["/jobs", "/resources/browse", "/login", "/api/jobs"]) {
      expect((await guest.get(`${path}?x=${"y".repeat(15_000)}`)).status, path).toBe(414);
    }
    const typed = [
      "opportunityType=internship&".repeat(290),
      `search=${"<".repeat(2_500)}&showOpenOnly=true`,
      `locations=${encodeURIComponent("<".repeat(2_500))}`,
      noise,
    ];
    for (const path of ["/jobs", "/resources/browse", "/resources/category/academics-notes/year/1", "/"]) {
      const plain = (await guest.get(path)).text.length;
      for (const query of typed) {
        const { status, text } = await guest.get(`${path}?${query}`);
        expect([status, text.length < plain + 60_000], `${path}?${query.slice(0, 30)}`).toEqual([200, true]);
      }
    }
  });

  test("only known parameters of an address appear in its page's links", async () => {
    const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    for (const path of [
      "/jobs",
      "/jobs?search=motor",
      "/resources/browse?search=motor",
      "/resources/category/academics-notes/year/1?page=1",
      `/messages/${rohan.id}?search=r`,
      "/messages",
    ]) {
      const { text } = await browser.get(`${path}${path.includes("?") ? "&" : "?"}evil=1`);
      expect(
        hrefs(text).filter((href) => href.includes("evil")),
        path,
      ).toEqual([]);
    }
    const first = await browser.get("/messages?evil=1&search=r");
    expect(first.headers.get("Location")).toBe(`/messages/${rohan.id}?search=r`);
    const emptied = await guest.get("/resources/browse?search=&evil=1&year=2");
    expect(emptied.headers.get("Location")).toBe("/resources/browse?year=2");
  });
});

test("a guest's long query does not produce a header that browsers refuse", async () => {
  const answer = await guest.get(`/post-job?x=${"%3C".repeat(2_500)}`);
  expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Fpost-job");
  const refused = await guest.fetch("/api", { method: "POST", headers: { Origin: "no origin" } });
  expect(refused.status).toBe(405);
});

test("an application's mail link cannot name further receivers", async () => {
  const { body } = await asha.call("POST", "/api/jobs", {
    ...job,
    applicationMethod: "email",
    applicationLink: null,
    applicationEmail: "hr?bcc=everyone&body=x@northlight.example",
  });
  const { text } = await guest.get(`/jobs/${body.id}`);
  expect(text).toContain("mailto:hr%3Fbcc%3Deveryone%26body%3Dx@northlight.example");
  expect(text).not.toContain("mailto:hr?");
});

test("connections that break at any point leave the server as it was", async () => {
  const texts = [
    "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nemail=",
    "POST /api/users/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{",
    "GET /jobs HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\xff",
  ];
  for (const text of texts) {
    for (const waitMs of [0, 3, 30]) {
      const socket = await openRaw(server.port, text);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      socket.resetAndDestroy();
    }
  }
  expect((await guest.get("/healthz")).status).toBe(200);
  expect(server.logged()).not.toMatch(/"level":"(error|fatal)"/);
});
