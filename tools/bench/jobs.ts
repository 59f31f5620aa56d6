import { join, type Member, makeAdmin } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { processorTime } from "./load.ts";
import type { Bench } from "./report.ts";
import { fillJobs } from "./rows.ts";

/** A thousand members, each of whom follows, applies for or has an offer of as many of the newest jobs. */
function fillTracking(server: TestServer, jobs: number): void {
  const members = 1_000;
  const database = server.database();
  database.pragma("synchronous = OFF");
  database.exec(`insert into users (email, first_name, last_name, name, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${members})
    select 'person' || i || '@college.example', 'Ila', 'Rao', 'Ila Rao', 1 from n`);
  const track = database.prepare(`insert into job_tracking
    (user_id, job_id, opened_at, state, applied_at, offered_at)
    select users.id, jobs.id, jobs.posted_at, 'applied', iif(users.id % 3 = 0, jobs.posted_at, null),
      iif(users.id % 9 = 0, jobs.posted_at, null) from users cross join jobs
    where users.email like 'person%' and jobs.id between ? and ?`);
  for (let from = 1; from <= jobs / members; from += 10) track.run(from, Math.min(from + 9, jobs / members));
  database.exec("analyze");
  database.pragma("wal_checkpoint(TRUNCATE)");
}

async function serverWith(jobs: number) {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  makeAdmin(server, member);
  fillJobs(server, jobs, Number(member.id));
  fillTracking(server, jobs);
  return { server, headers: authorize(member) };
}
const authorize = ({ token }: Member) => ({ Authorization: `Bearer ${token}` });

/** The filters and the report of jobs, with a million jobs and tracked jobs compared with ten thousand. */
export const bench: Bench = async (report) => {
  const [few, many] = [await serverWith(10_000), await serverWith(1_000_000)];
  const list = "/api/jobs?limit=20";
  for (const [what, path] of [
    ["the newest", list],
    ["minimum salary that many have", `${list}&minSalary=#`],
    ["minimum salary that none has", `${list}&minSalary=99999999#`],
    ["experience", `${list}&maxExperience=2&industry=#`],
    ["posted within a day, where none is", `${list}&postedWithin=1&minSalary=#`],
    ["company", `${list}&company=Company%205%20#`],
    ["by deadline", `${list}&sort=deadline&minSalary=#`],
    ["open ones by deadline, second page", `${list}&sort=deadline&showOpenOnly=true&cursor=20350115-#`],
    ["the page of a minimum salary", "/jobs?minSalary=#"],
    ["the page of a company", "/jobs?company=Company%205&minSalary=#"],
    ["the report of a year", "/api/reports/jobs?from=2023-02&to=2024-01"],
    ["the report of five years", "/api/reports/jobs?from=2020-01&to=2024-12"],
  ] as const) {
    const [small, large] = [await processorTime(few, path), await processorTime(many, path)];
    report(
      `jobs, ${what}: ${large.toFixed(2)} ms of processor time over a million, ${(large / small).toFixed(2)} times the ${small.toFixed(2)} ms over ten thousand (goal at most 1.5)`,
    );
  }
  await few.server.stop();
  await many.server.stop();
};
