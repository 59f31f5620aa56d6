import { join, password } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { pairedRatio } from "./load.ts";
import type { Bench } from "./report.ts";

const upcoming = 12;
const dayMs = 86_400_000;

/** A server with twelve events to come and so many past ones, and the cookie of a member. */
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

/** What a long history costs: the events page with 5,000 past events beside one with 50. */
export const bench: Bench = async (report) => {
  const short = await serverWithEvents(50);
  const long = await serverWithEvents(5_000);
  const figures = [
    ["/events as member", "/events", true],
    ["/events as guest", "/events", false],
    ["/api/events?limit=20 as guest", "/api/events?limit=20", false],
  ] as const;
  for (const [name, path, isMember] of figures) {
    const target = ({ server, headers }: typeof short) => ({
      url: server.url + path,
      headers: isMember ? headers : {},
    });
    const ratio = await pairedRatio(target(short), target(long));
    report(`${name}: 5,000 past events cost ${ratio.toFixed(2)} times what 50 cost (goal 1.15)`);
  }
  await long.server.stop();
  await short.server.stop();
};
