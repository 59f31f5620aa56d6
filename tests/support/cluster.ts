import { createHash, randomUUID } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import type { Cluster } from "#db/cluster/rqlite.ts";
import type { Member } from "./people.ts";
import { Visitor } from "./visitor.ts";

/** @returns the member with calls sent to this node */
export const at = (node: { url: string }, { id, token, name, email }: Member): Member =>
  Object.assign(new Visitor(node.url), { id, token, name, email });

/** Adds members directly to a cluster's database, each with an API token for a node. @returns the members */
export async function joinCluster(cluster: Cluster, node: { url: string }, count: number): Promise<Member[]> {
  const tokens = Array.from({ length: count }, () => `quadrant_${randomUUID()}`);
  const results = await cluster.run(tokens.flatMap(newMember));
  return tokens.map((token, index) => {
    const [id, email] = results[2 * index]?.rows?.[0] ?? [];
    return at(
      node,
      Object.assign(new Visitor(""), { id: String(id), token, name: "Kabir Sethi", email: String(email) }),
    );
  });
}

function newMember(token: string) {
  const now = Date.now();
  const hash = createHash("sha256").update(token).digest("hex");
  return [
    {
      sql: `insert into users (status, email, first_name, last_name, name, phone, batch_year, skills, created_at)
        values ('active', ?, 'Kabir', 'Sethi', 'Kabir Sethi', '+91 98765 43210', 2029, '', ?) returning id, email`,
      params: [`${randomUUID()}@college.example`, now],
      method: "all",
    },
    {
      sql: `insert into sessions (token_hash, user_id, kind, created_at, last_used_at)
        values (?, (select max(id) from users), 'token', ?, ?)`,
      params: [hash, now, now],
    },
  ];
}

/** Copies the migrations into a folder, and adds one. @returns the folder */
export function addMigration(folder: string, statements: string[]): void {
  cpSync("db/migrations", folder, { recursive: true });
  const journal = joinPath(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const next = { idx: entries.length, version: "6", when: Date.now(), tag: "9999_test", breakpoints: true };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  writeFileSync(joinPath(folder, "9999_test.sql"), statements.join("\n--> statement-breakpoint\n"));
}
