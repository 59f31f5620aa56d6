import { join, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench } from "./report.ts";

const warmUps = 60;
const requests = 240;

const firstNames =
  "Aarav Aditi Bhavna Charu Deepak Esha Farhan Gauri Harsh Ishita Jatin Kavya Lakshay Manya Nakul Ojas";
const lastNames =
  "Agarwal Bhatt Chawla Dutta Fernandes Ghosh Hegde Iyer Joshi Kulkarni Lobo Menon Nambiar Oberoi Patil";
const skills =
  "Python,SQL,Verilog,MATLAB,Arduino,Surveying,React,Figma,Linux,Excel,Photography,Public speaking";
const companies =
  "Banyan Ledger,Paperboat Learning,Samaya Analytics,Neem Diagnostics,Basket & Bicycle,Tidepool Devices";
const rows = (list: string, separator: string) => JSON.stringify(list.split(separator));

/** Fills five batches with members. A thousand of them have the skill thermodynamics. */
function fill(server: TestServer, many: number): void {
  const database = server.database();
  const pick = (list: string, separator: string, n: string) =>
    `json_extract('${rows(list, separator)}', '$[' || ((${n}) % ${list.split(separator).length}) || ']')`;
  database.exec(`
    insert into users(email, first_name, last_name, name, batch_year, skills, company, position, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many}),
      person as (select i, ${pick(firstNames, " ", "i * 7")} as given, ${pick(lastNames, " ", "i * 11 / 3")} || ' ' || i as family from n)
    select lower(given) || '.' || i || '@college.example', given, family, given || ' ' || family, 2025 + i % 5,
      ${pick(skills, ",", "i * 5")} || ', ' || ${pick(skills, ",", "i * 3 + 1")}
        || case when i % max(1, ${many} / 1000) = 0 then ', Thermodynamics' else ', Statistics' end,
      case when i % 3 = 0 then ${pick(companies, ",", "i")} end, case when i % 3 = 0 then 'Engineer' end, 1
    from person`);
  // Each offers one of thirty topics.
  database.exec(`
    insert into tags(name, question_count) with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
      select 'topic-' || i, 1 from n;
    insert into user_topics(user_id, tag_id, position) select users.id, tags.id, 1 from users
      join tags on tags.name = 'topic-' || (1 + users.id % 30)`);
  database.exec("insert into users_search(users_search) values ('optimize'); analyze;");
}

async function startDirectory(members: number) {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  fill(server, members);
  await member.post("/login", { email: member.email, password });
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { server, headers: { Cookie: cookie, "Accept-Encoding": "br" } };
}
type Directory = Awaited<ReturnType<typeof startDirectory>>;

/** Alternates between two servers, so that noise affects both. Returns the medians in milliseconds and the last size. */
async function measure(few: Directory, many: Directory, path: string) {
  const times: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let n = -warmUps; n < requests; n++) {
    for (const [index, { server, headers }] of [few, many].entries()) {
      const started = performance.now();
      const response = await fetch(server.url + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      if (n >= 0) times[index]?.push(performance.now() - started);
      bytes = Number(response.headers.get("Content-Length"));
    }
  }
  const [a = 0, b = 0] = times.map((list) => list.sort((x, y) => x - y)[Math.floor(list.length / 2)]);
  return { few: a, many: b, ratio: b / a, bytes };
}

/** The directory of a large community compared with a small one's. */
export const bench: Bench = async (report) => {
  const [few, many] = [await startDirectory(200), await startDirectory(20_000)];
  const first = await measure(few, many, "/qa-threads");
  await few.server.stop();
  await many.server.stop();
  report(
    `directory's first page over 20,000 members: ${(first.bytes / 1024).toFixed(1)} KB compressed (goal at most 10), ${first.many.toFixed(2)} ms, ${first.ratio.toFixed(2)} times the ${first.few.toFixed(2)} ms over 200 (goal at most 1.3)`,
  );
  const [small, large] = [await startDirectory(1_000), await startDirectory(100_000)];
  const search = await measure(small, large, "/qa-threads?search=thermodynamics");
  const topic = await measure(small, large, "/qa-threads?topic=topic-7");
  await small.server.stop();
  await large.server.stop();
  report(
    `directory search that finds 1,000: ${search.many.toFixed(2)} ms among 100,000 members, ${search.ratio.toFixed(2)} times the ${search.few.toFixed(2)} ms among 1,000 (goal at most 1.5)`,
  );
  report(
    `directory of a topic that each thirtieth offers: ${topic.many.toFixed(2)} ms among 100,000 members, ${topic.ratio.toFixed(2)} times the ${topic.few.toFixed(2)} ms among 1,000 (bounded: at most 5,000 are looked at)`,
  );
};
