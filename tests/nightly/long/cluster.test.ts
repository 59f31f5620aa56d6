import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "#db/cluster/rqlite.ts";
import { at } from "../../support/cluster.ts";
import { natsServer } from "../../support/nats.ts";
import { type Pair, startPair } from "../../support/pair.ts";
import type { Member } from "../../support/people.ts";
import { rqlited } from "../../support/rqlite.ts";
import { startLife } from "../../support/two-server-chat.ts";
import { share } from "../../support/upload.ts";
import { makeNextVersion } from "../../support/version.ts";
import { waitUntil } from "../../support/wait-until.ts";

const isImpossible = rqlited === null || natsServer === null;

describe.skipIf(isImpossible)(
  "two servers on three nodes of rqlite, skipped without them (docs/cluster.md)",
  () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await startPair();
    });
    afterAll(() => pair?.stop());

    test("a file is kept if its row is stored after its upload was refused", async () => {
      const bytes = Buffer.from("A row that is late.");
      const name = createHash("sha256").update(bytes).digest("hex");
      pair.s3.putMs = 500;
      const shared = share(at(pair.servers[1], pair.members[0] as Member), { name: "late.txt", bytes });
      await waitUntil("its bytes are stored", () => pair.s3.objects.has(name));
      pair.detour.requestMs = 6_000;
      expect((await shared).status).toBe(503);
      pair.detour.requestMs = 0;
      pair.s3.putMs = 0;
      await waitUntil("its row", async () => {
        const [row] = await pair.cluster.run([
          { sql: "select 1 from files where sha256 = ?", params: [name] },
        ]);
        return row?.rows?.length === 1;
      });
      expect(pair.s3.objects.has(name)).toBe(true);
    });

    test("a rolling upgrade that rebuilds a table loses nothing, while the other server continues", async () => {
      const version = await nextVersion(pair.cluster);
      const life = startLife(pair, "upgrade");
      for (const index of [1, 0] as const) {
        const old = pair.servers[index];
        pair.killed.add(old);
        await wait(500);
        await old.stop();
        pair.servers[index] = await pair.startNode(index, old.storage, version);
        await wait(500);
      }
      const { reads, requestMs, refusals } = life;
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      rmSync(version, { recursive: true });
      expect([new Set(reads), refusals]).toEqual([new Set([200]), []]);
      expect(Math.max(...requestMs)).toBeLessThan(6_000);
      const [counts] = await pair.cluster.run([
        { sql: "select count(*), count(added), foreign_keys from users, pragma_foreign_keys", params: [] },
      ]);
      expect(counts?.rows).toEqual([[40, 40, 1]]);
    });
  },
);

/** Makes a folder with this version of the project and another migration, which rebuilds a table. */
async function nextVersion(cluster: Cluster): Promise<string> {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-next-"));
  const [schema] = await cluster.run([
    {
      sql: `select sql from sqlite_schema where tbl_name = 'users' and sql is not null and type <> 'trigger'
        order by type desc`,
      params: [],
    },
  ]);
  const [create = "", ...indexes] = (schema?.rows ?? []).map(([text]) => String(text));
  makeNextVersion(folder, [
    create.replaceAll("`users`", "`__new_users`").replaceAll('"users"', '"__new_users"'),
    "insert into __new_users select * from users",
    "drop table users",
    "alter table __new_users rename to users",
    ...indexes,
    "alter table users add added integer not null default 1",
  ]);
  return folder;
}
