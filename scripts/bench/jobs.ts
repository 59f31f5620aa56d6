import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { asRatio, bareServer, requestsPerSecond } from "./load.ts";
import type { Bench } from "./report.ts";
import { type Job, jobRows } from "./rows.ts";

/** The jobs list as guest, as member and as API; and what it costs when the table is a hundred times as long. */
export const bench: Bench = async (report) => {
  const bare = await bareServer();
  const base = await requestsPerSecond(bare.url);
  report(`bare node:http: ${base.toFixed(0)} requests/s`);

  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  const database = server.database();
  const insert = database.prepare(jobRows.statement);
  const fill = database.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) insert.run(jobRows.row(n, Number(member.id)) satisfies Job);
  });
  fill(0, 1_000);

  const authorized = { Authorization: `Bearer ${member.token}` };
  await member.post("/login", { email: member.email, password: "a good long secret" });
  const cookie = { Cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  report(`/jobs as guest: ${asRatio(await requestsPerSecond(`${server.url}/jobs`), base)}`);
  report(
    `/jobs as member: ${asRatio(await requestsPerSecond(`${server.url}/jobs`, { headers: cookie }), base)}`,
  );
  report(
    `/api/jobs?limit=20 as guest: ${asRatio(await requestsPerSecond(`${server.url}/api/jobs?limit=20`), base)}`,
  );
  const asMember = await requestsPerSecond(`${server.url}/api/jobs?limit=20`, { headers: authorized });
  report(`/api/jobs?limit=20 as member: ${asRatio(asMember, base)}`);

  const paths = {
    "first page": "/api/jobs?limit=20",
    "rare search": "/api/jobs?limit=20&search=needle",
    "common search": "/api/jobs?limit=20&search=engineer",
  };
  const measure = async () => {
    const figures: number[] = [];
    for (const path of Object.values(paths))
      figures.push(await requestsPerSecond(server.url + path, { seconds: 2 }));
    return figures;
  };
  const short = await measure();
  for (let n = 1_000; n < 100_000; n += 11_000) fill(n, n + 11_000);
  const long = await measure();
  Object.keys(paths).forEach((name, index) => {
    const ratio = (short[index] ?? 0) / (long[index] ?? 1);
    report(`/api/jobs ${name}: 100,000 jobs cost ${ratio.toFixed(2)} times what 1,000 cost`);
  });
  bare.stop();
  await server.stop();
};
