import { job, join, type Member } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench } from "./report.ts";

const rounds = 150;
const warmUps = 20;

/** The cost of notices: a request to connect that notifies its receiver, and a job that no saved search finds. */
export const bench: Bench = async (report) => {
  const servers = [await startServer(settings), await startServer(settings)] as const;
  const [server, other] = servers;

  const asker = await join(server, "asha");
  const [told, untold] = [await joinMany(server, "told"), await joinMany(server, "untold")];
  const never = server
    .database()
    .prepare("insert into notice_settings (user_id, kind, choice) values (?, 'connection-asked', 'never')");
  for (const { id } of untold) never.run(Number(id));
  const ask = (group: Member[]) => (n: number) => asker.call("PUT", `/api/users/${group[n]?.id}/connection`);
  const withNotice = await compare(ask(untold), ask(told), 200);
  report(`a request to connect with a notice costs ${withNotice} times one without (goal 1.3)`);

  const [few, many] = [await joinPoster(server, 20), await joinPoster(other, 20_000)];
  const post = (poster: Member) => (n: number) =>
    poster.call("POST", "/api/jobs", { ...job, title: `Potter ${n}` });
  const withSearches = await compare(post(few), post(many), 201);
  report(`a job costs ${withSearches} times as much with 20,000 searches that don't find it (goal 1.3)`);
  for (const each of servers) await each.stop();
};

const settings = { RATE_LIMITS: "off", LOG_LEVEL: "warn" };

/** The median time of the second action as a multiple of the first. They alternate, so that noise affects both. */
async function compare(
  first: (n: number) => Promise<{ status: number }>,
  second: (n: number) => Promise<{ status: number }>,
  expected: number,
): Promise<string> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    for (const [index, act] of [first, second].entries()) {
      const started = performance.now();
      const { status } = await act(n);
      if (status !== expected) throw new Error(`${status}`);
      if (n >= warmUps) times[index]?.push(performance.now() - started);
    }
  }
  const [one = 0, two = 0] = times.map((each) => each.sort((a, b) => a - b)[each.length >> 1] ?? 0);
  return (two / one).toFixed(2);
}

async function joinMany(server: TestServer, name: string): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < rounds; n++) members.push(await join(server, "rohan", `${name}${n}@college.example`));
  return members;
}

async function joinPoster(server: TestServer, searches: number): Promise<Member> {
  const poster = await join(server, "rohan");
  server
    .database()
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${searches})
       insert into saved_searches (user_id, kind, query, frequency, term, filter, created_at)
       select ?, 'jobs', 'search=quiz' || i, 'daily', 'qui', json_object('search', 'quiz' || i,
         'opportunityType', json('[]'), 'workplaceType', json('[]')), 1 from n`,
    )
    .run(Number(poster.id));
  return poster;
}
