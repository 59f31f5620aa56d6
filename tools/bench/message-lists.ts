import { join, type Member, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench, Report } from "./report.ts";

const ratio = (a: number, b: number) => (a / b).toFixed(2);

/** The median time of a request to each path. Paths alternate, so that the machine's load affects all of them. */
async function measureMedians(member: Member, paths: string[], rounds = 60): Promise<number[]> {
  const times: number[][] = paths.map(() => []);
  for (let n = -5; n < rounds; n++) {
    for (const [index, path] of paths.entries()) {
      const startedAt = performance.now();
      const { status } = await member.get(path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      if (n >= 0) times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0);
}

async function benchLongLists(server: TestServer, report: Report): Promise<void> {
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
  const partnerId = (member: Member) =>
    database
      .prepare("select b_id from conversations where a_id = ?")
      .pluck()
      .get(Number(member.id)) as number;
  for (const member of members) {
    await member.post("/login", { email: member.email, password });
    member.token = "";
  }
  const compare = async (title: string, small: [Member, string], large: [Member, string]) => {
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < 6; n++) {
      for (const [index, [member, path]] of [small, large].entries()) {
        times[index as 0 | 1].push(...(await measureMedians(member, [path], 12)));
      }
    }
    const [a = 0, b = 0] = times.map((list) => list.toSorted((x, y) => x - y)[Math.floor(list.length / 2)]);
    report(
      `messages: ${title}: ${b.toFixed(2)} ms against ${a.toFixed(2)} ms; ${ratio(b, a)} times (goal 1.3)`,
    );
  };
  await compare(
    "opening a thread of 100,000 messages against one of 100",
    [short, `/messages/${partnerId(short)}`],
    [long, `/messages/${partnerId(long)}`],
  );
  await compare(
    "an inbox of 1,000 conversations against one of 100",
    [few, `/messages/${partnerId(few)}`],
    [many, `/messages/${partnerId(many)}`],
  );
}

/** Long threads and inboxes compared with short ones. */
export const bench: Bench = async (report) => {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  try {
    await benchLongLists(server, report);
  } finally {
    await server.stop();
  }
};
