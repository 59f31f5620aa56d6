import { Cluster } from "#db/cluster/rqlite.ts";
import { joinCluster } from "./cluster.ts";
import { type Nats, startNats } from "./nats.ts";
import type { Member } from "./people.ts";
import { type RqliteCluster, startRqlite } from "./rqlite.ts";
import { type S3, startS3 } from "./s3.ts";
import { startServer, type TestServer } from "./server.ts";
import { type Detour, startDetour } from "./slow-proxy.ts";
import { clock } from "./time.ts";

/** Two servers without rate limits on a cluster of three nodes, the second through a slow proxy, and forty members. */
export interface Pair {
  rqlite: RqliteCluster;
  nats: Nats;
  s3: S3;
  detour: Detour;
  cluster: Cluster;
  /** Tests may replace either. */
  servers: [TestServer, TestServer];
  /** The servers that a test has killed. */
  killed: Set<TestServer>;
  members: Member[];
  /** @param version the folder of another version */
  startNode(index: number, storage?: string, version?: string): Promise<TestServer>;
  stop(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const [rqlite, nats, s3] = await Promise.all([startRqlite(3), startNats(), startS3()]);
  const [beside, other] = rqlite.nodes.map(({ url }) => Number(new URL(url).port));
  const detour = await startDetour(other ?? 0);
  const started: TestServer[] = [];
  async function startNode(index: number, storage?: string, version?: string): Promise<TestServer> {
    const settings = {
      ...s3.settings,
      DATABASE_URL: `rqlite://127.0.0.1:${index ? detour.port : beside}`,
      RQLITE_OLD: "yes",
      NATS_URL: nats.url,
      SESSION_SECRET: "a secret that both nodes of this test have",
      RATE_LIMITS: "off",
    };
    const server = await startServer(settings, storage, clock, [], version);
    started.push(server);
    return server;
  }
  const servers: Pair["servers"] = [await startNode(0), await startNode(1)];
  const cluster = new Cluster(`rqlite://127.0.0.1:${beside}`);
  await cluster.learn();
  const members = await joinCluster(cluster, servers[0], 40);
  async function stop() {
    cluster.close();
    await Promise.all(started.map((server) => server.stop()));
    detour.stop();
    await Promise.all([rqlite.stop(), nats.kill(), s3.stop()]);
  }
  return { rqlite, nats, s3, detour, cluster, servers, killed: new Set(), members, startNode, stop };
}
