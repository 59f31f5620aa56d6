import { join, type Member, password } from "../../tests/support/people.ts";
import { answer, ask } from "../../tests/support/questions.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { pairedRatio } from "./load.ts";
import type { Bench } from "./report.ts";

const writeSeconds = 3;
const writers = 8;

/** The numbers from one to another, as a table. */
const numbers = `(with recursive numbers(value) as
  (select ? union all select value + 1 from numbers where value < ?) select value from numbers)`;

/** This many questions by one member. Only the titles of the first 20 contain the word "needle". */
function fillQuestions(server: TestServer, count: number, authorId: number): void {
  const database = server.database();
  database.pragma("synchronous = OFF");
  database.prepare(`insert into tags(name) select 'tag-' || value from ${numbers}`).run(0, 99);
  const fill = database.prepare(
    `insert into questions(author_id, title, body, html, asked_at, active_at)
     select ?, iif(value < 20, 'Needle', 'Elective') || ' question number ' || value,
       'I am in my third year and have one slot left: what goes with number ' || value || '?',
       '<p>I am in my third year and have one slot left.</p>',
       1700000000000 + value * 1000, 1700000000000 + value * 1000 from ${numbers}`,
  );
  const tag = database.prepare(
    "insert into question_tags select 1 + id % 100, id, 1 from questions where id between ? and ?",
  );
  for (let from = 0; from < count; from += 10_000) {
    const to = Math.min(count, from + 10_000);
    database.transaction(() => {
      fill.run(authorId, from, to - 1);
      tag.run(from + 1, to);
    })();
  }
  database.pragma("wal_checkpoint(TRUNCATE)");
}

async function cookieOf(member: Member): Promise<Record<string, string>> {
  await member.post("/login", { email: member.email, password });
  return { Cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
}

async function serverWith(questions: number) {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  fillQuestions(server, questions, Number(member.id));
  const headers = { Authorization: `Bearer ${member.token}` };
  return { server, member, headers, cookie: await cookieOf(member) };
}
type Community = Awaited<ReturnType<typeof serverWith>>;

/** Long lists and questions compared with short ones, and how fast members can write. */
export const bench: Bench = async (report) => {
  const [few, many] = [await serverWith(1_000), await serverWith(1_000_000)];
  const compare = async (what: string, path: string, goal: string) => {
    const target = ({ server, headers }: Community) => ({ url: server.url + path, headers });
    const ratio = await pairedRatio(target(few), target(many));
    report(`${what}: ${ratio.toFixed(2)} times that of a thousand (goal at most ${goal})`);
  };
  await compare("list of a million questions", "/api/questions?limit=20", "1.15");
  await compare("the most active of a million questions", "/api/questions?limit=20&sort=active", "1.15");
  await compare("the unanswered of a million questions", "/api/questions?limit=20&sort=unanswered", "1.15");
  await compare("search that finds 20 of a million", "/api/questions?limit=20&search=needle", "1.5");
  await compare("search that finds all of a million", "/api/questions?limit=20&search=question", "1.5");
  await many.server.stop();

  await measureAnswers(few, report);
  const perSecond = async (write: (n: number) => Promise<unknown>) => {
    const end = performance.now() + writeSeconds * 1_000;
    let done = 0;
    const run = async () => {
      while (performance.now() < end) await write(++done);
    };
    await Promise.all(Array.from({ length: writers }, run));
    return (done / writeSeconds).toFixed(0);
  };
  const { id } = await ask(few.member);
  report(`asking: ${await perSecond(() => ask(few.member))} a second`);
  report(`answering: ${await perSecond((n) => answer(few.member, id, `Answer ${n}`))} a second`);
  await few.server.stop();
};

/** A member's page of a question with a thousand answers, compared with twenty. */
async function measureAnswers({ server, member, cookie }: Community, report: (line: string) => void) {
  const database = server.database();
  const pathWith = async (count: number) => {
    const { id, slug } = await ask(member);
    database
      .prepare(
        `insert into answers(question_id, author_id, body, html, answered_at)
         select ?, ?, 'Answer ' || value, '<p>Take Optimisation: it explains the rest.</p>', value
         from ${numbers}`,
      )
      .run(Number(id), Number(member.id), 1, count);
    return `${server.url}/questions/${id}/${slug}`;
  };
  const [short, long] = [await pathWith(20), await pathWith(1_000)];
  const ratio = await pairedRatio({ url: short, headers: cookie }, { url: long, headers: cookie });
  report(`a page with 1,000 answers: ${ratio.toFixed(2)} times one with 20 (goal at most 1.5)`);
}
