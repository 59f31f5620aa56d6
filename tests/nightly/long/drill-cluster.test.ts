import { expect, test } from "vitest";
import { drillCluster } from "../../../tools/drill/cluster.ts";
import { natsServer } from "../../support/nats.ts";
import { rqlited } from "../../support/rqlite.ts";

test.skipIf(!rqlited || !natsServer)(
  "faults of a cluster lose and repeat nothing that was acknowledged",
  async () => {
    expect((await drillCluster(10)).lost).toEqual([]);
  },
);
