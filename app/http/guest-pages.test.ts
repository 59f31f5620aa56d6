import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeCounter } from "#db/table-versions.ts";
import { GuestPages } from "./guest-pages.server.ts";
import { createRequestContext } from "./request-context.server.ts";

const megabyte = 1024 * 1024;
const handle = { guestPage: { params: ["page"], tables: ["jobs"] } };
const route = { id: "jobs", path: "jobs", module: { default: () => null, handle } };

function open(pages: GuestPages, url: string) {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url });
  req.headers.host = "sextant.example";
  const request = pages.match(req, createRequestContext(req));
  if (!request) throw new Error(`${url} is not shared`);
  return { request, isKept: () => pages.send(request, req, new ServerResponse(req), "1") };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("keeps a page for a minute, and until a table it shows is written", () => {
  const pages = new GuestPages({ routes: { jobs: route } });
  const keep = () => pages.keep(open(pages, "/jobs").request, Buffer.from("page"), new Headers());
  keep();
  expect(open(pages, "/jobs").isKept()).toBe(true);
  vi.advanceTimersByTime(60_001);
  expect(open(pages, "/jobs").isKept()).toBe(false);
  keep();
  writeCounter.logQuery('insert into "sessions" values (1)', []);
  expect(open(pages, "/jobs").isKept()).toBe(true);
  for (const statement of ['insert into "jobs" values (1)', 'update "jobs" set', 'delete from "jobs"']) {
    keep();
    writeCounter.logQuery(statement, []);
    expect(open(pages, "/jobs").isKept()).toBe(false);
  }
});

test("keeps a page under the version that it was asked for, not the one it was finished at", () => {
  const pages = new GuestPages({ routes: { jobs: route } });
  const { request } = open(pages, "/jobs");
  writeCounter.logQuery('insert into "jobs" values (1)', []);
  pages.keep(request, Buffer.from("page"), new Headers());
  expect(open(pages, "/jobs").isKept()).toBe(false);
});

test("keeps at most 24 MB, and drops the oldest", () => {
  const pages = new GuestPages({ routes: { jobs: route } });
  const size = (n: number) => open(pages, `/jobs?page=${n}`);
  for (let n = 0; n < 30; n++) pages.keep(size(n).request, Buffer.alloc(megabyte), new Headers());
  const kept = Array.from({ length: 30 }, (_, n) => n).filter((n) => size(n).isKept());
  expect(kept).toEqual(Array.from({ length: 23 }, (_, n) => n + 7));
  // Small pages count with what surrounds them.
  for (let n = 0; n < 13_000; n++) pages.keep(size(n).request, Buffer.alloc(10), new Headers());
  expect([size(0).isKept(), size(12_999).isKept()]).toEqual([false, true]);
});
