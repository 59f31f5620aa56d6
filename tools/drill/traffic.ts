import type { EventAnswer } from "../../tests/support/api-types.ts";
import { sendTo } from "../../tests/support/messages.ts";
import { event, job, type Member, registration } from "../../tests/support/people.ts";
import type { TestServer } from "../../tests/support/server.ts";
import { keptFiles, share } from "../../tests/support/upload.ts";
import { type Answer, Visitor } from "../../tests/support/visitor.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";

/** Where to find each kind of write in the database. */
const stored = {
  job: "select title from jobs",
  resource: "select title from resources",
  message: "select content from messages",
  line: "select content from room_lines",
  event: "select title from events",
  place: "select e.title || ' ' || r.user_id from event_registrations r join events e on e.id = r.event_id",
  member: "select email from users",
};
export type Write = keyof typeof stored;
export const writes = Object.keys(stored) as Write[];

/** Two members who make every kind of write, and the marks of the acknowledged ones. */
export class Traffic {
  readonly acknowledged: Record<Write, string[]> = {
    job: [],
    resource: [],
    message: [],
    line: [],
    event: [],
    place: [],
    member: [],
  };
  readonly #members: [Member, Member];
  #count = 0;

  constructor(...members: [Member, Member]) {
    this.#members = members;
  }

  /** Sends a write, and remembers it if it was acknowledged. @throws without a response */
  async write(kind: Write): Promise<Answer> {
    const mark = `A ${kind}, number ${++this.#count}`;
    if (kind === "place") return this.#registerForEvent();
    const answer = await this.#send(kind, mark);
    if (answer.status === 201) {
      this.acknowledged[kind].push(kind === "member" ? emailOf(mark) : mark);
    }
    return answer;
  }

  /** Writes things of a kind until the server is gone or `isDone`. */
  async keepWriting(kind: Write, isDone = () => false): Promise<void> {
    try {
      while (!isDone()) await this.write(kind);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Acknowledged writes that are not in a server's database. */
  findLost(server: TestServer, acknowledged = this.acknowledged): string[] {
    const database = server.database();
    return writes.flatMap((kind) => {
      const found = new Set(database.prepare(stored[kind]).pluck().all());
      return acknowledged[kind].filter((mark) => !found.has(mark)).map((mark) => `lost: ${kind} ${mark}`);
    });
  }

  countAcknowledged(): number {
    return Object.values(this.acknowledged).reduce((sum, marks) => sum + marks.length, 0);
  }

  #send(kind: Exclude<Write, "place">, mark: string): Promise<Answer> {
    const [one, other] = this.#members;
    switch (kind) {
      case "job":
        return one.call("POST", "/api/jobs", { ...job, title: mark });
      case "resource":
        return share(
          one,
          { name: "notes.txt", bytes: Buffer.from(`${mark} `.repeat(5_000)) },
          { title: mark },
        );
      case "message":
        return sendTo(one, other.id, mark);
      case "line":
        return one.call("POST", "/api/anonymous-messages", { content: mark });
      case "event":
        return other.call("POST", "/api/events", { ...event, title: mark });
      case "member":
        return new Visitor(one.url).call("POST", "/api/users/register", registration("kabir", emailOf(mark)));
    }
  }

  /** Registers for a new event. */
  async #registerForEvent(): Promise<Answer> {
    const [one] = this.#members;
    const made = await this.write("event");
    if (made.status !== 201) return made;
    const { id, title } = (made.body as EventAnswer).data;
    const answer = await one.call("POST", `/api/events/${id}/register`);
    if (answer.status === 200) this.acknowledged.place.push(`${title} ${one.id}`);
    return answer;
  }
}

const emailOf = (mark: string) => `${mark.replace(/\W+/g, "-").toLowerCase()}@college.example`;

/** What is wrong with a server's database, and with its files: each row has its file, and each file its row. */
export async function findDamage(server: TestServer): Promise<string[]> {
  const database = server.database();
  const integrity = String(database.pragma("integrity_check", { simple: true }));
  const dangling = database.pragma("foreign_key_check") as unknown[];
  const hashes = database.prepare("select sha256 from files order by sha256").pluck().all() as string[];
  const hasRightFiles = () => keptFiles(server).join() === hashes.join();
  await waitUntil("the files are those of the rows", hasRightFiles).catch(() => {});
  const files = keptFiles(server);
  return [
    ...(integrity === "ok" ? [] : [`integrity_check: ${integrity}`]),
    ...(dangling.length === 0 ? [] : [`${dangling.length} dangling references`]),
    ...hashes.filter((hash) => !files.includes(hash)).map((hash) => `lost: file ${hash}`),
    ...files.filter((name) => !hashes.includes(name)).map((name) => `left behind: ${name}`),
  ];
}
