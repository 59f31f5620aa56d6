import { readFileSync } from "node:fs";
import { natsServer, startNats } from "../../tests/support/nats.ts";
import { password, register } from "../../tests/support/people.ts";
import { rqlited, startRqlite } from "../../tests/support/rqlite.ts";
import { startS3 } from "../../tests/support/s3.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import type { Bench } from "./report.ts";
import { ratio, wait } from "./sockets.ts";

const limits = { RATE_LIMITS: "off", LOG_LEVEL: "warn" };
const requests = 400;
const inFlight = 8;

/** A community's servers, and the processes of its database and NATS. */
interface Place {
  name: string;
  servers: TestServer[];
  beside: number[];
}

/** The cost of an unshared page, a call and a send: embedded, on rqlite, and on two servers with one rqlite. */
export const bench: Bench = async (report) => {
  if (rqlited === null || natsServer === null) {
    report("cluster: skipped, there is no rqlited or no nats-server (docs/cluster.md)");
    return;
  }
  const [rqlite, nats, s3] = await Promise.all([startRqlite(3), startNats(), startS3()]);
  const nodes = { RQLITE_OLD: "yes", NATS_URL: nats.url, SESSION_SECRET: "s".repeat(32) };
  const shared = { ...limits, ...s3.settings, ...nodes };
  const beside = rqlite.nodes.map(({ process: { pid } }) => pid ?? 0);
  const [embedded, one, two] = [
    await startServer(limits),
    await startServer({ ...shared, DATABASE_URL: rqlite.nodes[0]?.databaseUrl ?? "" }),
    await startServer({ ...shared, DATABASE_URL: rqlite.nodes[1]?.databaseUrl ?? "" }),
  ];
  try {
    const places: Place[] = [
      { name: "embedded", servers: [embedded], beside: [] },
      { name: "one server on rqlite", servers: [one], beside },
      { name: "two servers on rqlite", servers: [one, two], beside },
    ];
    for (const [what, prepare] of Object.entries(acts)) {
      let base = 0;
      for (const { name, servers, beside } of places) {
        const act = await prepare(servers);
        await repeat(act, requests);
        const pids = servers.map(({ process: { pid } }) => pid ?? 0);
        const before = [sumProcessorMs(pids), sumProcessorMs(beside)];
        await repeat(act, requests);
        await wait(200);
        const [ours = 0, theirs = 0] = [pids, beside].map(
          (list, index) => (sumProcessorMs(list) - (before[index] ?? 0)) / requests,
        );
        base ||= ours;
        report(
          `cluster: ${what}, ${name}: ${ours.toFixed(2)} ms of our processor time, ${ratio(ours, base)} of embedded, and ${theirs.toFixed(2)} ms of rqlite's`,
        );
      }
    }
  } finally {
    await Promise.all([embedded, one, two].map((server) => server.stop()));
    await Promise.all([rqlite.stop(), nats.kill(), s3.stop()]);
  }
};

type Act = (n: number) => Promise<unknown>;
let people = 0;

/** Registers a member whose requests alternate between the servers, with a cookie for pages and a token for calls. */
async function enter(servers: TestServer[]) {
  const url = servers[0]?.url ?? "";
  const member = await register(url, people++ % 2 ? "rohan" : "asha", `bench${people}@college.example`);
  const browser = new Visitor(url);
  await browser.post("/login", { email: member.email, password });
  const visit = (given: Partial<Visitor>) =>
    servers.map((server) => Object.assign(new Visitor(server.url), given));
  const [pages, calls] = [visit({ cookies: browser.cookies }), visit({ token: member.token })];
  const turn = (visitors: Visitor[]) => (n: number) => visitors[n % visitors.length] ?? browser;
  return { id: member.id, page: turn(pages), call: turn(calls) };
}

const acts: Record<string, (servers: TestServer[]) => Promise<Act>> = {
  "a member's page": async (servers) => {
    const { page } = await enter(servers);
    return (n) => expectOk(page(n).get("/connections"));
  },
  "a call": async (servers) => {
    const { call } = await enter(servers);
    return (n) => expectOk(call(n).call("GET", "/api/users/me"));
  },
  "a send": async (servers) => {
    const [asha, rohan] = [await enter(servers), await enter(servers)];
    return (n) =>
      expectOk(
        asha.call(n).call("POST", "/api/messages/send", {
          senderId: asha.id,
          receiverId: rohan.id,
          content: `Line ${n}`,
          isAnonymous: false,
        }),
      );
  },
};

async function expectOk(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text.slice(0, 200)}`);
}

async function repeat(act: Act, count: number): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, run));
}

const sumProcessorMs = (pids: number[]) => pids.reduce((sum, pid) => sum + processorMs(pid), 0);

/** In user and system mode, in steps of ten milliseconds. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) * 10;
}
