import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeCounter } from "#db/table-versions.ts";
import { KeptResponses } from "./kept-responses.server.ts";
import { createRequestContext } from "./request-context.server.ts";

const megabyte = 1024 * 1024;
const handle = { guestPage: { params: ["page"], tables: ["jobs"] } };
const route = { id: "jobs", path: "jobs", module: { default: () => null, handle } };

async function open(pages: KeptResponses, url: string) {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url });
  req.headers.host = "sextant.example";
  const request = await pages.match(req, createRequestContext(req), async () => undefined);
  if (!request) throw new Error(`${url} is not kept`);
  return { request, isKept: () => pages.send(request, req, new ServerResponse(req), "1") };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("keeps a page for a minute, and until a table it shows is written", async () => {
  const pages = new KeptResponses({ routes: { jobs: route } });
  const keep = async () =>
    pages.keep((await open(pages, "/jobs")).request, Buffer.from("page"), new Headers());
  const isKept = async () => (await open(pages, "/jobs")).isKept();
  await keep();
  expect(await isKept()).toBe(true);
  vi.advanceTimersByTime(60_001);
  expect(await isKept()).toBe(false);
  await keep();
  writeCounter.logQuery('insert into "sessions" values (1)', []);
  expect(await isKept()).toBe(true);
  for (const statement of ['insert into "jobs" values (1)', 'update "jobs" set', 'delete from "jobs"']) {
    await keep();
    writeCounter.logQuery(statement, []);
    expect(await isKept()).toBe(false);
  }
});

test("keeps a page under the version that it was asked for, not the one it was finished at", async () => {
  const pages = new KeptResponses({ routes: { jobs: route } });
  const { request } = await open(pages, "/jobs");
  writeCounter.logQuery('insert into "jobs" values (1)', []);
  pages.keep(request, Buffer.from("page"), new Headers());
  expect((await open(pages, "/jobs")).isKept()).toBe(false);
});

test("keeps at most 24 MB, and drops the oldest", async () => {
  const pages = new KeptResponses({ routes: { jobs: route } });
  const keep = async (n: number, bytes: number) =>
    pages.keep((await open(pages, `/jobs?page=${n}`)).request, Buffer.alloc(bytes), new Headers());
  const isKept = async (n: number) => (await open(pages, `/jobs?page=${n}`)).isKept();
  for (let n = 0; n < 30; n++) await keep(n, megabyte);
  const kept: number[] = [];
  for (let n = 0; n < 30; n++) if (await isKept(n)) kept.push(n);
  expect(kept).toEqual(Array.from({ length: 23 }, (_, n) => n + 7));
  // Small pages count with what surrounds them.
  for (let n = 0; n < 13_000; n++) await keep(n, 10);
  expect([await isKept(0), await isKept(12_999)]).toEqual([false, true]);
});
