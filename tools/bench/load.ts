import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { TestServer } from "../../tests/support/server.ts";

export interface Target {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
}

/** wrk costs less than the server that it measures. autocannon, used without wrk, is slower than a cached page. */
const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

/** Sends compressed requests as fast as possible for `seconds`, after a second of warm-up. @throws on any failure */
export async function load(target: Target, seconds = 3): Promise<{ perSecond: number; p99Ms: number }> {
  const run = hasWrk ? runWrk : runAutocannon;
  await run(target, 1);
  return run(target, seconds);
}

async function runWrk({ url, headers = {}, connections = 10 }: Target, seconds: number) {
  const sent = Object.entries({ "Accept-Encoding": "br, gzip", ...headers });
  const given = sent.flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = spawn("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...given, url]);
  let output = "";
  wrk.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(wrk, "close");
  // wrk counts a 304 among the failures.
  if (!headers["If-None-Match"] && /Non-2xx|(connect|read|write) [1-9]/.test(output))
    throw new Error(`${url}: ${output}`);
  const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const p99Ms = Number(p99) * ({ us: 0.001, ms: 1 }[unit] ?? 1_000);
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]), p99Ms };
}

async function runAutocannon({ url, headers = {}, connections = 10 }: Target, seconds: number) {
  const sent = { "Accept-Encoding": "br, gzip", ...headers };
  const { errors, requests, latency, ...counts } = await autocannon({
    url,
    headers: sent,
    connections,
    duration: seconds,
  });
  if (errors + counts["4xx"] + counts["5xx"] > 0) throw new Error(`${url}: ${errors} errors and failures`);
  return { perSecond: requests.average, p99Ms: latency.p99 };
}

/** Returns how many times slower the second target is than the first: the median of alternating runs. */
export async function pairedRatio(first: Target, second: Target, pairs = 3): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const { perSecond } = await load(first, 2);
    ratios.push(perSecond / (await load(second, 2)).perSecond);
  }
  return ratios.sort((a, b) => a - b)[Math.floor(pairs / 2)] ?? Number.NaN;
}

/** Starts a bare `node:http` server in a separate process, as a reference. */
export async function startBareServer(): Promise<{ url: string; stop: () => void }> {
  const child = fork(new URL("./bare-server.ts", import.meta.url));
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

const tickMs = 10;
const warmUps = 20;
const rounds = 7;
/** Requests per figure, because Linux counts processor time in hundredths of a second. */
const requests = 40;

/** A server and its client. */
export interface Community {
  server: TestServer;
  headers: Record<string, string>;
}

function processorMs({ server }: Community): number {
  const fields =
    readFileSync(`/proc/${server.process.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The median processor time of a request in milliseconds. A `#` in the path is replaced with a new number each time. */
export async function processorTime(community: Community, path: string): Promise<number> {
  const { server, headers } = community;
  let asked = 0;
  const ask = async () => {
    const response = await fetch(server.url + path.replace("#", String(++asked)), { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  for (let n = 0; n < warmUps; n++) await ask();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = processorMs(community);
    for (let n = 0; n < requests; n++) await ask();
    times.push((processorMs(community) - before) / requests);
  }
  return times.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}
