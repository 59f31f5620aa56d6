import { createHash, randomBytes } from "node:crypto";
import WebSocket from "ws";
import type { Member } from "../../tests/support/people.ts";
import type { TestServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";

/** The limits of one member. */
export const socketsOfMember = 10;

/**
 * Adds members to a server's database, each with an address and a token. They are copies of one member, because hashing a
 * password for each would take longer than the drill.
 */
export function addMembers(server: TestServer, model: Member, count: number): Member[] {
  const database = server.database();
  const columns = (database.pragma("table_info(users)") as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !["id", "email"].includes(name));
  const addUser = database
    .prepare(
      `insert into users (email, ${columns.join(", ")})
       select @email, ${columns.join(", ")} from users where id = @model returning id`,
    )
    .pluck();
  const addToken = database.prepare(
    "insert into sessions (token_hash, user_id, kind, device, is_read_only, created_at, last_used_at) select @hash, @id, 'token', device, 0, created_at, last_used_at from sessions where user_id = @model limit 1",
  );
  return database.transaction(() =>
    Array.from({ length: count }, (_, n) => {
      const token = `quadrant_${randomBytes(32).toString("base64url")}`;
      const email = `member-${n}@college.example`;
      const id = String(addUser.get({ email, model: Number(model.id) }));
      const hash = createHash("sha256").update(token).digest("hex");
      addToken.run({ hash, id: Number(id), model: Number(model.id) });
      return Object.assign(new Visitor(server.url), { id, token, name: model.name, email });
    }),
  )();
}

/** Opens a member's socket and joins their rooms. Returns what went wrong otherwise. */
export function openSocket(member: Member, query = ""): Promise<WebSocket | string> {
  return new Promise((settle) => {
    const socket = new WebSocket(`${member.url.replace("http", "ws")}/realtime${query}`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    socket.on("error", (error) => settle(error.message));
    socket.once("close", (code) => settle(`closed with ${code}`));
    socket.once("open", () => {
      socket.send(JSON.stringify({ event: "join", data: { userId: member.id } }));
      socket.send(JSON.stringify({ event: "join-room", data: { room: "anonymous-chat" } }));
      settle(socket);
    });
  });
}

export function pick<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}
