import { expect, test } from "vitest";
import { drillCluster } from "../../../tools/drill/cluster.ts";
import { natsServer } from "../../support/nats.ts";
import { rqlited } from "../../support/rqlite.ts";

test.skipIf(!rqlited || !natsServer)(
  "faults in a cluster neither lose nor repeat acknowledged writes",
  async () => {
    expect((await drillCluster(10)).lost).toEqual([]);
  },
);
