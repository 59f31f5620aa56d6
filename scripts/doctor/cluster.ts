import { Cluster, type ClusterNode } from "#db/cluster/rqlite.ts";
import { type Finding, fail, ok } from "./finding.ts";

/** Each node of rqlite: whether it is reachable, and which one leads. */
export async function checkRqlite(url: string): Promise<Finding[]> {
  const cluster = new Cluster(url);
  try {
    await cluster.learn();
    const versions = (await cluster.inspect()).map(({ version }) => version);
    const nodes = await cluster.listNodes();
    return [ok(`rqlite answers (${versions.join(", ")})`), ...nodes.map(describeNode), ...checkLeader(nodes)];
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, "");
    return [fail(`rqlite does not answer (${reason}). Look at its service and at DATABASE_URL.`)];
  } finally {
    cluster.close();
  }
}

function describeNode({ id, address, isReachable, isLeader }: ClusterNode): Finding {
  const name = `Node ${id} of rqlite (${address})`;
  if (!isReachable) {
    return fail(`${name} is not reachable. Start it, or put a new one in its place: docs/cluster.md.`);
  }
  return ok(`${name} ${isLeader ? "leads" : "follows"}`);
}

const checkLeader = (nodes: ClusterNode[]): Finding[] =>
  nodes.some(({ isLeader }) => isLeader)
    ? []
    : [fail("No node of rqlite leads, so nothing can be written. A majority of them must run.")];

/** Connects to each address of `NATS_URL`. An address without a user uses the first one's. */
export async function checkNats(urls: string): Promise<Finding[]> {
  const { connect } = await import("@nats-io/transport-node");
  const addresses = urls.split(",").map((url) => new URL(url));
  const first = addresses[0];
  return Promise.all(
    addresses.map(async (address) => {
      const { username, password } = address.username ? address : (first ?? address);
      try {
        const connection = await connect({
          servers: address.host,
          ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
          tls: address.protocol === "tls:" ? {} : null,
          reconnect: false,
          timeout: 2_000,
        });
        await connection.close();
        return ok(`NATS at ${address.host} lets us in`);
      } catch (error) {
        const reason = (error as Error).message;
        return fail(
          `NATS at ${address.host} does not let us in (${reason}). Look at its service and at NATS_URL.`,
        );
      }
    }),
  );
}
