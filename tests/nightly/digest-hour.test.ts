import { afterAll, expect, test } from "vitest";
import { isLong, sized } from "../support/nightly.ts";
import { mailSettings, minuteMs } from "../support/notices.ts";
import { browse, join } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import type { Visitor } from "../support/visitor.ts";

const members = sized(45, 5_000);
/** 7:59 in Berlin, one minute before the digest. */
const morning = Date.parse("2026-03-25T06:59:00Z");
const smtp = await startSmtp();
const settings = mailSettings(smtp, morning);
/** The second server sends nothing, and shows how fast pages are on this machine at the time. */
const [busy, idle] = [
  await startServer(settings, undefined, clock),
  await startServer(settings, undefined, clock),
];
const servers = [busy, idle];
afterAll(async () => {
  for (const server of servers) await server.stop();
  await smtp.stop();
});

/** Adds members, each with three notices for a digest. */
function fill(server: TestServer, inDigest: number): void {
  const database = server.database();
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${members})`;
  database.exec(`${numbers} insert into users (email, email_confirmed_at, password_hash, first_name, last_name, name, phone,
      batch_year, skills, created_at)
    select 'many' || i || '@college.example', 1, '', 'Rohan', 'Pillai', 'Rohan Pillai', '+91 9876543210', 2026, '', 1 from n`);
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3)
    insert into notices (user_id, kind, subject, facts, url, at, in_digest)
    select id, 'event-changed', i, '{"title":"GATE?"}', '/events/' || i, ${morning} - 1000 * i, ${inDigest}
    from users, n where email like 'many%'`);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test(`${members} digests in one hour are sent once each${isLong ? ", at most twenty a second, and pages stay fast" : ""}`, async () => {
  const arrivals: number[] = [];
  smtp.delivered.push = (...mails) => {
    arrivals.push(...mails.map(() => performance.now()));
    return Array.prototype.push.apply(smtp.delivered, mails);
  };
  const readers: Visitor[] = [];
  for (const server of servers) {
    fill(server, server === busy ? 1 : 0);
    readers.push(browse(server, await join(server, "asha")));
  }
  const paths = ["/notices", "/jobs", "/events", "/account/notices"];
  const connections = servers.map((server) => server.database());
  const ask = async (at: number, path: string) => {
    // Every write invalidates shared pages, so here both servers render the page.
    connections[at]?.exec("update users set skills = skills where id = 1");
    const start = performance.now();
    expect((await readers[at]?.get(path))?.status).toBe(200);
    return performance.now() - start;
  };
  // Warms up both servers before the hour.
  for (let n = 0; n < sized(8, 20); n++)
    for (const path of paths) for (const at of [0, 1]) await ask(at, path);
  for (const server of servers) await setClock(server, morning + minuteMs);
  for (const server of servers) await passTime(server, minuteMs);
  const times = new Map(paths.map((path) => [path, [[], []] as [number[], number[]]]));
  for (let n = 0; smtp.delivered.length < members; n++) {
    // Alternates between them, so that noise affects both alike.
    for (const [path, both] of times)
      for (const at of n % 2 ? [0, 1] : [1, 0]) both[at]?.push(await ask(at, path));
    await new Promise((resolve) => setTimeout(resolve, sized(60, 20)));
  }
  const rate = Math.max(
    ...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1_000).length),
  );
  const ratios = [...times].map(([path, [slow, quick]]) => [path, median(slow) / median(quick)] as const);
  console.log(
    `${members} digests in ${Math.round(((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1_000)} s, at most ${rate} in a second; ${ratios
      .map(([path, ratio]) => `${path} ${ratio.toFixed(2)}`)
      .join(", ")}`,
  );
  expect(new Set(smtp.delivered.map(({ to }) => to)).size, "each once").toBe(members);
  expect(smtp.delivered).toHaveLength(members);
  if (!isLong) return;
  expect(rate).toBeLessThanOrEqual(20);
  for (const [path, ratio] of ratios) expect(ratio, path).toBeLessThan(1.5);
});
