import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { isStoreFailure } from "../failures.ts";
import { Cluster } from "./rqlite.ts";

/** A node that answers every read with the same text, with or without a leader. */
interface Node {
  hasLeader: boolean;
  index: number;
  text: string;
  url: string;
}

let servers: Server[] = [];
let cluster: Cluster;
afterEach(() => {
  cluster.close();
  for (const server of servers) server.close();
  servers = [];
});

async function start(...given: Omit<Node, "url">[]): Promise<Node[]> {
  const nodes: Node[] = given.map((node) => ({ ...node, url: "" }));
  for (const node of nodes) {
    const server = createServer((req, res) => {
      const path = req.url ?? "";
      if (path.startsWith("/nodes"))
        res.end(JSON.stringify({ nodes: nodes.map(({ url }) => ({ api_addr: url })) }));
      else if (path.startsWith("/status")) res.end(String(node.index));
      else if (!node.hasLeader && !path.includes("level=none") && path.startsWith("/db/"))
        res.writeHead(503).end("leader not found");
      else
        res.end(JSON.stringify({ results: [{ columns: ["text"], types: ["text"], values: [[node.text]] }] }));
    });
    servers.push(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  cluster = new Cluster(nodes[0]?.url.replace("http", "rqlite") ?? "");
  await cluster.learn();
  return nodes;
}

const read = async () => (await cluster.run([{ sql: "select text", params: [] }]))[0]?.rows?.[0]?.[0];

test("a read looks for a leader on every node before it reads without one", async () => {
  await start({ hasLeader: false, index: 5, text: "old" }, { hasLeader: true, index: 9, text: "new" });
  expect([await read(), await read()]).toEqual(["new", "new"]);
});

test("without a leader a read uses the most recent node, and looks for a leader again after a second", async () => {
  const [first, second, third] = await start(
    { hasLeader: false, index: 5, text: "old" },
    { hasLeader: false, index: 9, text: "newer" },
    { hasLeader: false, index: 8, text: "between" },
  );
  expect(await read()).toBe("newer");
  Object.assign(first ?? {}, { hasLeader: true, text: "newest" });
  await expect.poll(read).toBe("newest");
  Object.assign(first ?? {}, { hasLeader: false, text: "old again" });
  Object.assign(third ?? {}, { index: 10, text: "after the change" });
  expect([await read(), second?.index]).toEqual(["after the change", 9]);
});

test("a refused password and an incomplete response are store failures", async () => {
  const server = createServer((req, res) => {
    if (req.url?.startsWith("/db/")) res.end('{"results":[{"col');
    else res.writeHead(401).end();
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  cluster = new Cluster(`rqlite://asha:wrong@127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(cluster.learn()).rejects.toThrow("rqlite refuses this user or this password.");
  const failure = await cluster
    .run([{ sql: "insert into t values (1)", params: [] }])
    .catch((error) => error);
  expect([isStoreFailure(failure), String(failure)]).toEqual([
    true,
    "Error: rqlite sent an incomplete response",
  ]);
});
