import { join, type Member, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { asRatio, bareServer, pairedRatio, requestsPerSecond } from "./load.ts";
import type { Bench } from "./report.ts";
import { jobRows } from "./rows.ts";

/** A server whose table has this many jobs, and a member of it. */
async function serverWithJobs(count: number): Promise<{ server: TestServer; member: Member }> {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  const database = server.database();
  database.pragma("synchronous = OFF");
  const insert = database.prepare(jobRows.statement);
  const fill = database.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) insert.run(jobRows.row(n, Number(member.id)));
  });
  for (let from = 0; from < count; from += 5_000) fill(from, Math.min(count, from + 5_000));
  database.pragma("wal_checkpoint(TRUNCATE)");
  return { server, member };
}

/** The jobs list as guest, as member and as API; and what it costs when the table is a hundred times as long. */
export const bench: Bench = async (report) => {
  const bare = await bareServer();
  const { server: short, member } = await serverWithJobs(1_000);
  const base = await requestsPerSecond(bare.url);
  report(`bare node:http: ${base.toFixed(0)} requests/s`);

  const authorized = { Authorization: `Bearer ${member.token}` };
  await member.post("/login", { email: member.email, password });
  const cookie = { Cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  const figure = async (name: string, path: string, headers: Record<string, string> = {}) =>
    report(`${name}: ${asRatio(await requestsPerSecond(short.url + path, { headers }), base)}`);
  await figure("/jobs as guest", "/jobs");
  await figure("/jobs as member", "/jobs", cookie);
  await figure("/api/jobs?limit=20 as guest", "/api/jobs?limit=20");
  await figure("/api/jobs?limit=20 as member", "/api/jobs?limit=20", authorized);
  bare.stop();

  const { server: long } = await serverWithJobs(100_000);
  const paths = {
    "first page": "/api/jobs?limit=20",
    "search for what few have": "/api/jobs?limit=20&search=needle",
    "search for what all have": "/api/jobs?limit=20&search=engineer",
  };
  for (const [name, path] of Object.entries(paths)) {
    const ratio = await pairedRatio(short.url + path, long.url + path);
    report(`/api/jobs ${name}: 100,000 jobs cost ${ratio.toFixed(2)} times what 1,000 cost`);
  }
  await long.stop();
  await short.stop();
};
