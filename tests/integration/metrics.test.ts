import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTest, shareServer } from "../support/integration.ts";
import { browse, join, register } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const token = "a token for prometheus";
const server = await shareServer({
  RATE_LIMITS: "off",
  METRICS_TOKEN: token,
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "a@b.example",
});
const guest = new Visitor(server.url);
const scrape = async () => (await guest.get("/metrics", { Authorization: `Bearer ${token}` })).text;
const figure = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );

createTest()("without METRICS_TOKEN there is no metrics page", async ({ guest }) => {
  const answer = await guest.get("/metrics", { Authorization: "Bearer " });
  expect(answer.status).toBe(404);
  expect(answer.text).toContain("<h1>");
});

test("metrics are refused without the token or with another one", async () => {
  for (const given of ["", "Bearer", "Bearer x", `Basic ${token}`, `Bearer ${token}x`]) {
    const answer = await guest.get("/metrics", { Authorization: given });
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    expect(answer.text).not.toContain("quadrant_");
  }
});

test("metrics count by the route's pattern, and name no path, address or id", async () => {
  const asha = await register(server.url, "asha");
  for (const path of [
    "/jobs/41",
    "/jobs/42",
    "/jobs/43?search=x",
    "/api/users/me",
    "/nowhere-at-all",
    "/jobs",
    "/jobs.data",
    "/events.ics",
  ]) {
    await asha.get(path);
  }
  await asha.get("/messages/anon_abcdef");
  const socket = await Socket.of(asha);
  const text = await scrape();
  await socket.close();
  for (const line of [
    'quadrant_requests_total{method="read",route="/jobs/:id",status="404"} 3',
    'quadrant_requests_total{method="read",route="/api/users/me",status="200"} 1',
    'quadrant_requests_total{method="write",route="/api/users/register",status="201"} 1',
    'quadrant_requests_total{method="read",route="other",status="404"} 1',
    'quadrant_requests_total{method="read",route="/jobs",status="200"} 2',
    'quadrant_requests_total{method="read",route="/events.ics",status="200"} 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/route="\/messages\/:userId\?"/);
  expect(text).not.toMatch(/anon_|127\.0\.0|nowhere|asha|\/4[123]/i);
  expect(figure(text, "quadrant_sockets")).toBe(1);
  for (const name of [
    "memory_resident_bytes",
    "database_bytes",
    "disk_free_bytes",
    "event_loop_delay_p99_seconds",
  ]) {
    expect(figure(text, `quadrant_${name}`)).toBeGreaterThan(0);
  }
  expect(figure(text, "quadrant_uploads_bytes")).toBe(0);
  expect(figure(text, "quadrant_mails_waiting")).toBeGreaterThanOrEqual(0);
});

test("the histogram's buckets add up, and unknown paths add no series", async () => {
  const before = await scrape();
  await Promise.all(Array.from({ length: 30 }, (_, n) => guest.get(`/stranger-${n}`)));
  const after = await scrape();
  const series = (text: string) => text.match(/quadrant_requests_total\{/g)?.length ?? 0;
  expect(series(after) - series(before)).toBeLessThanOrEqual(2);
  const inBuckets = [...after.matchAll(/_bucket\{le="[^"]+"\} (\d+)/g)].map(([, count]) => Number(count));
  expect(inBuckets).toEqual(inBuckets.toSorted((one, other) => one - other));
  expect(inBuckets.at(-1)).toBe(figure(after, "quadrant_request_seconds_count"));
  for (const line of after.trim().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? [\d.e+-]+)$/);
});

interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

test("the dashboard uses existing metrics and labels, all of them, and its panels do not overlap", async () => {
  await guest.get("/jobs");
  const text = await scrape();
  const dashboard: { panels: Panel[]; templating: { list: { query: string }[] } } = JSON.parse(
    readFileSync("deploy/grafana-dashboard.json", "utf8"),
  );
  const queries = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.map(({ query }) => query),
  ].join("\n");
  const asked = new Set(queries.match(/quadrant_\w+/g));
  for (const name of asked) expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
  const existing = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) =>
    type === "histogram" ? `${name}_bucket` : name,
  );
  expect(existing.filter((name) => !asked.has(name ?? ""))).toEqual([]);
  for (const [, labels = ""] of queries.matchAll(/\bby \(([^)]+)\)/g))
    expect(text).toMatch(new RegExp(`[{,]${labels}="`));
  expect(queries.split("(").length).toBe(queries.split(")").length);

  for (const [index, { gridPos: one }] of dashboard.panels.entries()) {
    expect(one.x + one.w).toBeLessThanOrEqual(24);
    for (const { gridPos: other } of dashboard.panels.slice(index + 1)) {
      const isApart =
        one.x + one.w <= other.x ||
        other.x + other.w <= one.x ||
        one.y + one.h <= other.y ||
        other.y + other.h <= one.y;
      expect(isApart).toBe(true);
    }
  }
});

test("failed attempts to send a mail are counted", async () => {
  const countFailures = async () => figure(await scrape(), "quadrant_mail_failures_total");
  const before = await countFailures();
  await guest.post("/forgot-password", {
    email: (await join(server, "asha", "mailed@college.example")).email,
  });
  await waitUntil("a failure", async () => (await countFailures()) > before);
});

test("Prometheus and administrators see the version, and nobody else does", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const health = { status: "ok", version, commit: expect.stringMatching(/^([0-9a-f]{12}|unknown)$/) };
  expect((await guest.get("/healthz")).body).toEqual({ status: "ok" });
  expect((await guest.get("/healthz", { Authorization: `Bearer ${token}x` })).body).toEqual({ status: "ok" });
  expect((await guest.get("/healthz", { Authorization: `Bearer ${token}` })).body).toEqual(health);
  expect(await scrape()).toMatch(
    new RegExp(`^quadrant_build_info\\{version="${version}",commit="\\w+"\\} 1$`, "m"),
  );

  const meera = await join(server, "meera");
  const browser = browse(server, meera);
  expect((await browser.get("/healthz")).body).toEqual({ status: "ok" });
  server.database().prepare("update users set is_admin = 1 where id = ?").run(Number(meera.id));
  expect((await browser.get("/healthz")).body).toEqual(health);
  expect(server.logged()).not.toContain("/healthz");
});
