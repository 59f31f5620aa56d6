import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePorts, findProgram } from "./programs.ts";
import { waitUntil } from "./wait-until.ts";

/** Path of `rqlited`, from `RQLITED` or the `PATH`. Null if not found. */
export const rqlited = findProgram("RQLITED", "rqlited");

export interface RqliteNode {
  /** Such as `http://127.0.0.1:4001`. */
  url: string;
  /** The value for `DATABASE_URL`. */
  databaseUrl: string;
  process: ChildProcess;
  start(): Promise<void>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
}

export interface RqliteCluster {
  nodes: RqliteNode[];
  findLeader(): Promise<RqliteNode>;
  stop(): Promise<void>;
}

/** Starts an rqlite cluster with this many nodes on free ports, with empty temporary folders. */
export async function startRqlite(
  size: number,
  options: string[] = ["-fk=true"],
  temporary = tmpdir(),
): Promise<RqliteCluster> {
  const folder = mkdtempSync(join(temporary, "quadrant-rqlite-"));
  const ports = await findFreePorts(2 * size);
  const raftOf = (index: number) => `127.0.0.1:${ports[2 * index + 1]}`;
  const nodes: RqliteNode[] = [];
  for (let index = 0; index < size; index++) {
    const address = `127.0.0.1:${ports[2 * index]}`;
    const own = ["-node-id", `${index + 1}`, "-http-addr", address, "-raft-addr", raftOf(index)];
    const joining = index > 0 ? ["-join", raftOf(0)] : [];
    const run = () =>
      spawn(rqlited ?? "", [...own, ...options, ...joining, join(folder, `${index + 1}`)], {
        stdio: "ignore",
      });
    const node: RqliteNode = {
      url: `http://${address}`,
      databaseUrl: `rqlite://${address}`,
      process: run(),
      async start() {
        node.process = run();
        await isReady(node);
      },
      async kill() {
        if (node.process.exitCode !== null || node.process.signalCode !== null) return;
        node.process.kill("SIGKILL");
        await once(node.process, "exit");
      },
    };
    nodes.push(node);
    await isReady(node);
  }
  return {
    nodes,
    async findLeader() {
      const response = await fetch(`${nodes[0]?.url}/nodes?ver=2`);
      const list = (await response.json()) as { nodes: { api_addr: string; leader: boolean }[] };
      const { api_addr } = list.nodes.find(({ leader }) => leader) ?? {};
      const leader = nodes.find(({ url }) => url === api_addr);
      if (!leader) throw new Error("the cluster has no leader");
      return leader;
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isReady = (node: RqliteNode) =>
  waitUntil(
    "a node of rqlite",
    async () => (await fetch(`${node.url}/readyz?sync`).catch(() => null))?.ok ?? false,
  );
