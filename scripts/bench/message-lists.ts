import { join, type Member } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench, Report } from "./report.ts";

const ratio = (a: number, b: number) => (a / b).toFixed(2);

/** The median time of one request of each address, taken in turns so that all have the same weather. */
async function medians(member: Member, paths: string[], rounds = 60): Promise<number[]> {
  const times: number[][] = paths.map(() => []);
  for (let n = -5; n < rounds; n++) {
    for (const [index, path] of paths.entries()) {
      const began = performance.now();
      const { status } = await member.get(path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      if (n >= 0) times[index]?.push(performance.now() - began);
    }
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0);
}

async function longLists(server: TestServer, report: Report): Promise<void> {
  const names = ["few", "many", "short", "long"].map((name) => `${name}.bench@college.example`);
  const members: Member[] = [];
  for (const email of names) members.push(await join(server, "meera", email));
  const [few, many, short, long] = members as [Member, Member, Member, Member];
  const database = server.database();
  const person = database.prepare(
    `insert into users (email, first_name, last_name, name, created_at) values (?, 'Ila', ?, 'Ila ' || ?, 0)`,
  );
  const conversation = database.prepare(
    "insert into conversations (a_id, b_id, created_at) values (?, ?, 0)",
  );
  const message = database.prepare(
    "insert into messages (conversation_id, sender_id, receiver_id, content, sent_at, seen_at) values (?, ?, ?, ?, ?, 1)",
  );
  database.transaction(() => {
    for (const [member, count] of [
      [few, 100],
      [many, 1_000],
    ] as const) {
      for (let n = 0; n < count; n++) {
        const email = `${member.id}-${n}@college.example`;
        const other = person.run(email, `No${n}`, `No${n}`).lastInsertRowid;
        const id = conversation.run(member.id, other).lastInsertRowid;
        message.run(id, other, member.id, `Hello number ${n}`, n);
      }
    }
    for (const [member, count] of [
      [short, 100],
      [long, 100_000],
    ] as const) {
      const other = person.run(`${member.id}-other@college.example`, "Rao", "Rao").lastInsertRowid;
      const id = conversation.run(member.id, other).lastInsertRowid;
      for (let n = 0; n < count; n++) message.run(id, other, member.id, `Hello number ${n % 100}`, n);
    }
  })();
  const partner = (member: Member) =>
    database
      .prepare("select b_id from conversations where a_id = ?")
      .pluck()
      .get(Number(member.id)) as number;
  const browser = async (member: Member) => {
    await member.post("/login", { email: member.email, password: "a good long secret" });
    member.token = "";
    return member;
  };
  for (const member of members) await browser(member);
  const compare = async (what: string, small: [Member, string], large: [Member, string]) => {
    // Both are asked in turns by their own sessions.
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < 6; n++) {
      for (const [index, [member, path]] of [small, large].entries()) {
        times[index as 0 | 1].push(...(await medians(member, [path], 12)));
      }
    }
    const [a = 0, b = 0] = times.map((list) => list.toSorted((x, y) => x - y)[Math.floor(list.length / 2)]);
    report(
      `messages: ${what}: ${b.toFixed(2)} ms against ${a.toFixed(2)} ms; ${ratio(b, a)} times (goal 1.3)`,
    );
  };
  await compare(
    "opening a thread of 100,000 messages against one of 100",
    [short, `/messages/${partner(short)}`],
    [long, `/messages/${partner(long)}`],
  );
  await compare(
    "an inbox of 1,000 conversations against one of 100",
    [few, `/messages/${partner(few)}`],
    [many, `/messages/${partner(many)}`],
  );
}

/** Threads and inboxes that must not get slower as they grow. */
export const bench: Bench = async (report) => {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  try {
    await longLists(server, report);
  } finally {
    await server.stop();
  }
};
