import type { Member } from "./people.ts";
import type { TestServer } from "./server.ts";

interface Board {
  id: string;
  slug: string;
  title: string;
  updatedAt: string;
}

export const table = (rows: number) =>
  ["| Day | Breakfast |", "| --- | --- |", ...Array.from({ length: rows }, (_, n) => `| ${n} | Idli |`)].join(
    "\n",
  );

/** A table of the weekdays with short names. */
export const week = [
  "| Day | Breakfast | Dinner |",
  "| --- | --- | --- |",
  ...["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day) => `| ${day} | Idli ${day} | Dal |`),
].join("\n");

/** The body of a board for the API. */
export const board = { title: "Mess menu", kind: "menu", body: table(2), until: null };

export const makeAnnouncer = (server: TestServer, { id }: { id: string }, batchYear: number | null = 2027) =>
  void server
    .database()
    .prepare("update users set announcer_batch = ? where id = ?")
    .run(batchYear, Number(id));

/** Creates a board. The member is an announcer only for this call. @throws if it is refused */
export async function createBoard(
  server: TestServer,
  member: Member,
  more: Record<string, unknown> = {},
): Promise<Board> {
  const database = server.database();
  const before = database
    .prepare("select announcer_batch from users where id = ?")
    .pluck()
    .get(Number(member.id));
  // A community has at most fifty. The newest stay, because a caller may still use them.
  database.exec("delete from boards where id in (select id from boards order by id desc limit -1 offset 40)");
  makeAnnouncer(server, member);
  const { status, body } = await member.call("POST", "/api/boards", { ...board, ...more });
  makeAnnouncer(server, member, before as number | null);
  if (status !== 201) throw new Error(`creating: ${status} ${JSON.stringify(body)}`);
  return body;
}
