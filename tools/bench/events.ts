import { join, password } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import type { Bench } from "./report.ts";

const dayMs = 24 * 60 * 60 * 1000;

const warmUps = 100;
const requests = 400;
const upcoming = 12;

/** A server with twelve upcoming events and this many past ones, and a member's cookie. */
async function serverWithEvents(past: number) {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  const database = server.database();
  const insert = database.prepare(
    `insert into events (title, description, starts_at, location, event_type, registration_limit, organizer_id, created_at, updated_at)
     values (?, 'Small things, done with care.', ?, 'Room 204', 'workshop', 30, ?, 1, 1)`,
  );
  database.transaction(() => {
    for (let n = -past; n <= upcoming; n++) {
      if (n !== 0) insert.run(`Event ${n}`, Date.now() + n * dayMs, Number(member.id));
    }
  })();
  await member.post("/login", { email: member.email, password });
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { server, headers: { Cookie: cookie } };
}

/** Median times in milliseconds of requests that alternate between two servers, so that noise affects both. */
async function medianTimes(urls: [string, string], headers: Record<string, string>[]): Promise<number[]> {
  const times: [number[], number[]] = [[], []];
  for (let n = -warmUps; n < requests; n++) {
    for (const [index, url] of urls.entries()) {
      const started = performance.now();
      const response = await fetch(url, { headers: headers[index] ?? {} });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      if (n >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? Number.NaN);
}

/** The cost of a long history: the events page with 5,000 past events compared with 50. */
export const bench: Bench = async (report) => {
  const short = await serverWithEvents(50);
  const long = await serverWithEvents(5_000);
  const members = [short.headers, long.headers];
  const figures = [
    ["/events as member", "/events", members],
    ["/events as guest", "/events", []],
    ["/api/events?limit=20 as guest", "/api/events?limit=20", []],
    ["/api/events?when=past as guest", "/api/events?when=past", []],
  ] as const;
  for (const [name, path, headers] of figures) {
    const [few = 0, many = 0] = await medianTimes(
      [short.server.url + path, long.server.url + path],
      [...headers],
    );
    report(`${name}: 5,000 past events cost ${(many / few).toFixed(2)} times what 50 cost (goal 1.15)`);
  }
  await long.server.stop();
  await short.server.stop();
};
