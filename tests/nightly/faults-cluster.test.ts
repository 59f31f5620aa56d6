import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsServer } from "../support/nats.ts";
import { isLong } from "../support/nightly.ts";
import { type Pair, startPair } from "../support/pair.ts";
import { rqlited } from "../support/rqlite.ts";
import { passTime } from "../support/time.ts";
import { startLife } from "../support/two-server-chat.ts";
import { waitUntil } from "../support/wait-until.ts";

const isImpossible = rqlited === null || natsServer === null;
const dayMs = 86_400_000;

describe.skipIf(isImpossible)(
  "two servers on three nodes of rqlite, skipped without them (docs/cluster.md)",
  () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await startPair();
    });
    afterAll(() => pair?.stop());

    test("when a server, rqlite's leader and NATS die during sends, nothing is lost or stored twice, and reads and writes continue", async () => {
      const life = startLife(pair, "death");
      /** Waits for further writes, many in the long form. */
      const meanwhile = async () => {
        const before = life.accepted.length;
        if (isLong) await wait(12_000);
        await waitUntil("writes go on", () => life.accepted.length > before + 10);
      };
      await meanwhile();
      const [, second] = pair.servers;
      pair.killed.add(second);
      await second.kill();
      await meanwhile();
      pair.servers[1] = await pair.startNode(1, second.storage);
      const leader = await pair.rqlite.findLeader();
      await leader.kill();
      await meanwhile();
      await leader.start();
      await pair.nats.kill();
      await meanwhile();
      await pair.nats.start();
      await meanwhile();
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      expect(life.accepted.length).toBeGreaterThan(50);
      expect(new Set(life.reads)).toEqual(new Set([200]));
      if (isLong) expect(Math.max(...life.writeMs)).toBeLessThan(10_000);
      if (isLong) expect(Math.max(...life.requestMs)).toBeLessThan(6_000);
    });

    test("without a majority of rqlite reads continue and writes get 503 until it is back", async () => {
      const life = startLife(pair, "majority");
      await waitUntil("writes go on", () => life.accepted.length > 10);
      const leader = await pair.rqlite.findLeader();
      const gone = [leader, pair.rqlite.nodes.find((node) => node !== leader) ?? leader];
      await Promise.all(gone.map((node) => node.kill()));
      if (isLong) await wait(20_000);
      await waitUntil("writes are refused", () => life.refusals.length > 0);
      const before = life.accepted.length;
      await Promise.all(gone.map((node) => node.start()));
      await waitUntil("writes go on", () => life.accepted.length > before + 20);
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      expect(new Set(life.reads)).toEqual(new Set([200]));
      expect(new Set(life.refusals.map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify({ status: 503, retryAfter: "5" })]),
      );
      if (isLong) expect(Math.max(...life.requestMs)).toBeLessThan(6_000);
    });

    test("40 members can write on both servers without a refusal or loss", async () => {
      const life = startLife(pair, "crowd", 40);
      if (isLong) await wait(15_000);
      await waitUntil("all have written", () => life.accepted.length > 200);
      expect(await life.stop()).toEqual({ lost: [], twice: 0 });
      expect([life.refusals, new Set(life.reads)]).toEqual([[], new Set([200])]);
      if (isLong) expect(Math.max(...life.requestMs)).toBeLessThan(6_000);
    });

    test("only one of the servers looks for files without a row at midnight", async () => {
      const lease = { sql: "select ends_at from leases where name = 'background'", params: [] };
      await waitUntil("one that holds the lease", async () => {
        const [found] = await pair.cluster.run([lease]);
        return Number(found?.rows?.[0]?.[0]) > Date.now() + 5_000;
      });
      const before = pair.s3.lists;
      const leftMs = dayMs - ((Date.now() + pair.servers[0].clockOffsetMs) % dayMs);
      // Once the third day's search has run, those of the first two have been counted.
      for (let day = 0; day < 3; day++) {
        for (const server of pair.servers) await passTime(server, day === 0 ? leftMs : dayMs);
        await waitUntil("the search", () => pair.s3.lists > before + day);
      }
      expect(pair.s3.lists - before).toBe(3);
    });
  },
);
