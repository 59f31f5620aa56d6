import { spawn } from "node:child_process";
import { argon2Sync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import Client from "better-sqlite3";
import { join, type Member, password, register } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { load, pairedRatio, startBareServer } from "./load.ts";
import { type Peer, startPeer } from "./peer/start.ts";
import type { Bench } from "./report.ts";
import { fillJobs, jobRows } from "./rows.ts";

const limits = { RATE_LIMITS: "off", LOG_LEVEL: "warn" };

interface Goal {
  atLeast?: number;
  atMost?: number;
}

/**
 * Prints the table of docs/performance.md with today's figures and verdicts. The figures of `react-router-serve` come from an
 * app with the same pages in this run. The columns of other peers are copied.
 */
export const bench: Bench = async (report) => {
  const peers = readPeers();
  const bare = await startBareServer();
  const outOfTheBox = await measurePeer(bare.url);
  report(
    "| what | figure | goal | verdict | react-router-serve | Epic Stack | NodeBB |\n|---|---|---|---|---|---|---|",
  );
  const line = (what: string, figure: number, { atLeast, atMost }: Goal, digits = 2): void => {
    const isMet =
      figure >= (atLeast ?? Number.NEGATIVE_INFINITY) && figure <= (atMost ?? Number.POSITIVE_INFINITY);
    const goal = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    const [epic = "", nodebb = ""] = peers.get(what) ?? [];
    const peer = outOfTheBox.get(what)?.toFixed(digits) ?? "";
    report(
      `| ${what} | ${figure.toFixed(digits)} | ${goal} | ${isMet ? "met" : "missed"} | ${peer} | ${epic} | ${nodebb} |`,
    );
  };

  await measureStarts(line);
  const server = await startServer(limits);
  // Registered, because `join` stores a cheap hash of the password.
  const member = await register(server.url, "asha");
  const poster = await join(server, "rohan");
  // Members with own jobs get no shared copy of the list.
  fillJobs(server, 1_000, Number(poster.id));
  try {
    line("memory idle, MB", await settledMemory(server.process), { atMost: 110 }, 0);
    await measureRates(server, member, bare.url, line);
    line("memory after load, MB", await settledMemory(server.process), { atMost: 220 }, 0);
    await measureLogIns(server, member, line);
    await measureGrowth(server, line);
    measureWrites(server, member, line);
  } finally {
    bare.stop();
    await server.stop();
  }
};

type Line = (what: string, figure: number, goal: Goal, digits?: number) => void;

/** The peers' figures by measurement, from docs/performance.md. */
function readPeers(): Map<string, string[]> {
  const rows = readFileSync("docs/performance.md", "utf8").split("\n");
  const cells = rows
    .filter((row) => row.startsWith("| "))
    .map((row) => row.split("|").map((cell) => cell.trim()));
  return new Map(cells.map(([, what = "", , , , , ...rest]) => [what, rest]));
}

/** The figures of the framework's own server, by measurement. */
async function measurePeer(bare: string): Promise<Map<string, number>> {
  const peer: Peer = await startPeer();
  const figures = new Map([
    ["first 200 after start, s", peer.startSeconds],
    ["memory idle, MB", await settledMemory(peer)],
  ]);
  const paths = {
    "guest `/jobs`": "/jobs",
    "guest `/`": "/",
    "`GET /api/jobs?limit=20`, token": "/api/jobs",
  };
  for (const [what, path] of Object.entries(paths))
    figures.set(what, 1 / (await pairedRatio({ url: bare }, { url: peer.url + path })));
  figures.set("memory after load, MB", await settledMemory(peer));
  await peer.stop();
  return figures;
}

async function measureStarts(line: Line): Promise<void> {
  const port = 41_000 + Math.floor(Math.random() * 1_000);
  const commands: [string, string, string[]][] = [
    ["first 200 after start, s", process.execPath, ["--max-semi-space-size=4", "build/server/index.js"]],
    ["first 200 after npm start, s", "npm", ["start", "--silent"]],
  ];
  for (const [index, [what, command, args]] of commands.entries()) {
    const storage = mkdtempSync(joinPath(tmpdir(), "quadrant-start-"));
    const env = {
      ...process.env,
      NODE_ENV: "production",
      MALLOC_ARENA_MAX: "2",
      PORT: String(port + index),
      HOST: "127.0.0.1",
      STORAGE_DIR: storage,
    };
    const began = performance.now();
    const child = spawn(command, args, { env, stdio: "ignore", detached: true });
    const isUp = () =>
      fetch(`http://127.0.0.1:${port + index}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 5));
    line(what, (performance.now() - began) / 1_000, { atMost: 0.5 });
    if (child.pid) process.kill(-child.pid);
    await once(child, "exit");
    rmSync(storage, { recursive: true, force: true });
  }
}

async function measureRates(server: TestServer, member: Member, bare: string, line: Line): Promise<void> {
  const browser = new Visitor(server.url);
  await browser.post("/login", { email: member.email, password });
  const cookie = { Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  const token = { Authorization: `Bearer ${member.token}` };
  const etag = async (path: string) =>
    (await fetch(server.url + path, { headers: { "Accept-Encoding": "br" } })).headers.get("ETag") ?? "";
  const known = { "If-None-Match": await etag("/jobs") };
  const cases: [string, string, Record<string, string>, number][] = [
    ["guest `/jobs`", "/jobs", {}, 0.3],
    ["guest `/jobs`, 304", "/jobs", known, 0.4],
    ["guest `/`", "/", {}, 0.3],
    ["member `/jobs`", "/jobs", cookie, 0.015],
    ["`GET /api/jobs?limit=20`, token", "/api/jobs?limit=20", token, 0.08],
    ["`GET /api/users/me`, token", "/api/users/me", token, 0.08],
  ];
  for (const [what, path, headers, atLeast] of cases) {
    line(what, 1 / (await pairedRatio({ url: bare }, { url: server.url + path, headers })), { atLeast }, 3);
  }
}

async function measureLogIns(server: TestServer, member: Member, line: Line): Promise<void> {
  const logIn = () =>
    new Visitor(server.url).call("POST", "/api/users/login", { email: member.email, password });
  const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const verify = async () =>
    void argon2Sync("argon2id", { message: password, nonce: randomBytes(16), ...parameters });
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 30; turn++) {
    for (const [index, run] of [verify, logIn].entries()) {
      const began = performance.now();
      await run();
      times[index as 0 | 1].push(performance.now() - began);
    }
  }
  line("a log-in, times a bare argon2id verify", median(times[1]) / median(times[0]), { atMost: 1.3 });

  const page = { url: `${server.url}/jobs`, connections: 4 };
  const calm = await load(page);
  let isRunning = true;
  const crowd = Array.from({ length: 50 }, async () => {
    while (isRunning) await logIn();
  });
  const busy = await load(page);
  isRunning = false;
  await Promise.all(crowd);
  line("p99 of a guest's page while 50 log in, times without", busy.p99Ms / calm.p99Ms, { atMost: 2 });
}

async function measureGrowth(short: TestServer, line: Line): Promise<void> {
  const long = await startServer(limits);
  const member = await join(long, "asha");
  fillJobs(long, 1_000_000, Number(member.id));
  const cases: [string, string, number][] = [
    ["list of a million jobs, times a thousand", "/api/jobs?limit=20", 1.15],
    ["search that finds 20 of a million jobs", "/api/jobs?limit=20&search=needle", 1.5],
    ["search that finds all of a million jobs", "/api/jobs?limit=20&search=engineer", 1.5],
    ["a salary that none of a million jobs has", "/api/jobs?limit=20&minSalary=999999999", 1.5],
    ["a million jobs by deadline", "/api/jobs?limit=20&sort=deadline&postedWithin=3000", 1.5],
  ];
  for (const [what, path, atMost] of cases) {
    line(what, await pairedRatio({ url: short.url + path }, { url: long.url + path }), { atMost });
  }
  await long.stop();
}

/** Durable inserts with index, search and counters, compared with a bare table. */
function measureWrites(server: TestServer, member: Member, line: Line): void {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-writes-"));
  const bare = new Client(joinPath(folder, "bare.sqlite"));
  bare.pragma("journal_mode = WAL");
  const columns = Object.keys(jobRows.row(0, 1));
  bare.exec(`create table jobs (id integer primary key, ${columns.join(", ")})`);
  const inserts = [bare, server.database()].map((database) => {
    database.pragma("synchronous = FULL");
    return database.prepare(jobRows.statement);
  });
  const times: number[][] = [[], []];
  for (let n = 0; n < 500; n++) {
    for (const [index, insert] of inserts.entries()) {
      const began = performance.now();
      insert.run(jobRows.row(n, Number(member.id)));
      times[index]?.push(performance.now() - began);
    }
  }
  bare.close();
  rmSync(folder, { recursive: true, force: true });
  const [bareMs = 0, oursMs = 0] = times.map(median);
  line("a write with index and search, of a bare insert", bareMs / oursMs, { atLeast: 0.25 });
}

/** A server's resident memory in MB, after two idle seconds. */
async function settledMemory({ pid }: { pid?: number | undefined }): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
