import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cluster } from "#db/rqlite.ts";
import { addMigration, at, joinCluster } from "../support/cluster.ts";
import { type Detour, startDetour } from "../support/detour.ts";
import { startLife } from "../support/life.ts";
import { type Nats, natsServer, startNats } from "../support/nats.ts";
import { sized } from "../support/nightly.ts";
import type { Member } from "../support/people.ts";
import { type RqliteCluster, rqlited, startRqlite } from "../support/rqlite.ts";
import { type S3, startS3 } from "../support/s3.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const isImpossible = rqlited === null || natsServer === null;
const isLong = sized(false, true);
const dayMs = 86_400_000;

describe.skipIf(isImpossible)(
  "two servers on three nodes of rqlite, skipped without them (docs/cluster.md)",
  () => {
    let rqlite: RqliteCluster;
    let nats: Nats;
    let s3: S3;
    let detour: Detour;
    let cluster: Cluster;
    let servers: TestServer[] = [];
    let members: Member[] = [];
    const started: TestServer[] = [];
    const killed = new Set<TestServer>();
    async function startNode(index: number, storage?: string, version?: string): Promise<TestServer> {
      const server = await startServer(
        {
          ...s3.settings,
          DATABASE_URL: index ? `rqlite://127.0.0.1:${detour.port}` : (rqlite.nodes[0]?.databaseUrl ?? ""),
          RQLITE_OLD: "yes",
          NATS_URL: nats.url,
          SESSION_SECRET: "a secret that both nodes of this test have",
          RATE_LIMITS: "off",
        },
        storage,
        clock,
        [],
        version,
      );
      started.push(server);
      return server;
    }

    beforeAll(async () => {
      [rqlite, nats, s3] = await Promise.all([startRqlite(3), startNats(), startS3()]);
      detour = await startDetour(Number(new URL(rqlite.nodes[1]?.url ?? "").port));
      servers = [await startNode(0), await startNode(1)];
      cluster = new Cluster(rqlite.nodes[0]?.databaseUrl ?? "");
      await cluster.learn();
      members = await joinCluster(cluster, { url: "" }, 40);
    }, 60_000);
    afterAll(async () => {
      cluster?.close();
      await Promise.all(started.map((server) => server.stop()));
      detour?.stop();
      await Promise.all([rqlite?.stop(), nats?.kill(), s3?.stop()]);
    });

    const live = (writers: Member[], name: string) => startLife({ servers, killed, cluster, writers, name });

    test.runIf(isLong)("a file is kept whose row comes after its upload was refused", async () => {
      const bytes = Buffer.from("A row that is late.");
      const name = createHash("sha256").update(bytes).digest("hex");
      s3.putMs = 500;
      const shared = share(at(servers[1] as TestServer, members[0] as Member), { name: "late.txt", bytes });
      await waitUntil("its bytes are stored", () => s3.objects.has(name));
      detour.requestMs = 6_000;
      expect((await shared).status).toBe(503);
      detour.requestMs = 0;
      s3.putMs = 0;
      await waitUntil("its row", async () => {
        const [row] = await cluster.run([{ sql: "select 1 from files where sha256 = ?", params: [name] }]);
        return row?.rows?.length === 1;
      });
      expect(s3.objects.has(name)).toBe(true);
    });

    test("a server, the leader of rqlite and NATS die among sends: nothing is lost or stored twice, writes go on, reads never stop", async () => {
      const life = live(members.slice(0, 8), "death");
      const meanwhile = () => wait(sized(1_500, 12_000));
      await meanwhile();
      const [, second] = servers as [TestServer, TestServer];
      killed.add(second);
      await second.kill();
      await meanwhile();
      servers[1] = await startNode(1, second.storage);
      const leader = await rqlite.findLeader();
      await leader.kill();
      await meanwhile();
      await leader.start();
      await nats.kill();
      await meanwhile();
      await nats.start();
      await meanwhile();
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      expect(life.accepted.length).toBeGreaterThan(50);
      expect(new Set(life.reads)).toEqual(new Set([200]));
      expect(Math.max(...life.writeMs)).toBeLessThan(10_000);
      expect(Math.max(...life.requestMs)).toBeLessThan(6_000);
    });

    test.runIf(isLong)(
      "a rolling upgrade that rebuilds a table: nothing is lost, and the other server serves on",
      async () => {
        const version = await nextVersion(cluster);
        const life = live(members.slice(0, 8), "upgrade");
        for (const index of [1, 0]) {
          const old = servers[index] as TestServer;
          killed.add(old);
          await wait(500);
          await old.stop();
          servers[index] = await startNode(index, old.storage, version);
          await wait(500);
        }
        const { reads, requestMs, refusals } = life;
        expect(await life.stop()).toEqual({ lost: [], twice: 0 });
        rmSync(version, { recursive: true });
        expect([new Set(reads), refusals]).toEqual([new Set([200]), []]);
        expect(Math.max(...requestMs)).toBeLessThan(6_000);
        const [counts] = await cluster.run([
          { sql: "select count(*), count(added), foreign_keys from users, pragma_foreign_keys", params: [] },
        ]);
        expect(counts?.rows).toEqual([[40, 40, 1]]);
      },
    );

    test("without a majority of rqlite reads go on and writes answer 503, then all goes on", async () => {
      const life = live(members.slice(0, 8), "majority");
      await wait(1_000);
      const leader = await rqlite.findLeader();
      const gone = [leader, rqlite.nodes.find((node) => node !== leader) ?? leader];
      await Promise.all(gone.map((node) => node.kill()));
      await wait(sized(6_000, 20_000));
      const before = life.accepted.length;
      await Promise.all(gone.map((node) => node.start()));
      await waitUntil("writes go on", () => life.accepted.length > before + 20);
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      expect(new Set(life.reads)).toEqual(new Set([200]));
      expect(new Set(life.refusals.map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify({ status: 503, retryAfter: "5" })]),
      );
      expect(Math.max(...life.requestMs)).toBeLessThan(6_000);
    });

    test("40 members write on both servers: no request takes long, nothing is lost", async () => {
      const life = live(members, "crowd");
      await wait(sized(2_000, 15_000));
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      expect([life.refusals, new Set(life.reads)]).toEqual([[], new Set([200])]);
      expect(Math.max(...life.requestMs)).toBeLessThan(6_000);
    });

    test("one of them looks for files without a row at midnight", async () => {
      const before = s3.lists;
      const leftMs = dayMs - ((Date.now() + (servers[0]?.clockOffsetMs ?? 0)) % dayMs);
      for (const server of servers) passTime(server, leftMs);
      await waitUntil("the search", () => s3.lists > before);
      await wait(500);
      expect(s3.lists - before).toBe(1);
    });
  },
);

/** Makes a folder with this version of the project and one migration more, which rebuilds a table. */
async function nextVersion(cluster: Cluster): Promise<string> {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-next-"));
  for (const name of ["build", "node_modules", "package.json"])
    symlinkSync(resolve(name), joinPath(folder, name));
  const [schema] = await cluster.run([
    {
      sql: `select sql from sqlite_schema where tbl_name = 'users' and sql is not null and type <> 'trigger'
        order by type desc`,
      params: [],
    },
  ]);
  const [create = "", ...indexes] = (schema?.rows ?? []).map(([text]) => String(text));
  addMigration(joinPath(folder, "db/migrations"), [
    create.replaceAll("`users`", "`__new_users`").replaceAll('"users"', '"__new_users"'),
    "insert into __new_users select * from users",
    "drop table users",
    "alter table __new_users rename to users",
    ...indexes,
    "alter table users add added integer not null default 1",
  ]);
  return folder;
}
