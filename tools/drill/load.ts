import { readFileSync } from "node:fs";
import WebSocket from "ws";
import { measure, measuring } from "../../tests/support/measure.ts";
import { sendTo } from "../../tests/support/messages.ts";
import { join, type Member, password, people } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Answer } from "../../tests/support/visitor.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { addMembers, openSocket, pick, socketsOfMember } from "./crowd.ts";
import { Findings, type Outcome, wait } from "./outcome.ts";
import { findDamage, Traffic, type Write } from "./traffic.ts";

export interface Load {
  minutes: number;
  sockets: number;
  requestsPerSecond: number;
  /** One processor, a heap of 192 MB, and at most 512 MB resident. */
  isSmall?: boolean;
}

const smallHeapMb = 192;
const smallResidentMb = 512;
const samples = 20;
const maxPending = 100;
/** How much memory may grow in the second half, by the line through its samples. */
const maxGrowthMb = 16;
const mb = (bytes: number) => bytes / 1024 / 1024;

/** Reading sockets and mixed requests at a steady rate. Nothing may fail, and memory must not grow. */
export async function drillLoad({ minutes, sockets, requestsPerSecond, isSmall }: Load): Promise<Outcome> {
  const findings = new Findings();
  const settings = { RATE_LIMITS: "off", LOG_LEVEL: "error" };
  const server = await startServer(
    isSmall ? { ...settings, NODE_OPTIONS: `--max-old-space-size=${smallHeapMb}` } : settings,
    undefined,
    measuring,
    isSmall ? ["taskset", "-c", "0"] : [],
  );
  const open: WebSocket[] = [];
  try {
    const community = await createCommunity(server, Math.ceil(sockets / socketsOfMember));
    for (let n = 0; n < sockets; n++) {
      const socket = await openSocket(pick(community.members, n));
      findings.expect(typeof socket !== "string", `a socket failed: ${socket}`);
      if (typeof socket !== "string") open.push(socket);
    }
    const times: number[] = [];
    const held: number[] = [];
    let residentMb = 0;
    let sent = 0;
    const busyBefore = busySeconds(server);
    const pending = new Set<Promise<void>>();
    const began = performance.now();
    const durationMs = minutes * 60_000;
    for (let sample = 1; sample <= samples; sample++) {
      for (; performance.now() - began < (durationMs * sample) / samples; await wait(5)) {
        const due = ((performance.now() - began) / 1_000) * requestsPerSecond;
        // If the server cannot keep up, fewer requests are sent, which the line reports. No queue grows here.
        for (; sent < due && pending.size < maxPending; sent++) {
          const running = sendOne(community, sent, times, findings).finally(() => pending.delete(running));
          pending.add(running);
        }
      }
      // What unanswered requests hold is not growth.
      await Promise.all(pending);
      const { heldBytes, residentBytes } = await measure(server);
      held.push(mb(heldBytes));
      residentMb = Math.max(residentMb, mb(residentBytes));
    }
    const busyShare = (busySeconds(server) - busyBefore) / ((performance.now() - began) / 1_000);

    const dropped = open.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
    findings.expect(dropped === 0, `${dropped} sockets were closed`);
    const growthMb = growth(held.slice(samples / 2));
    if (growthMb > maxGrowthMb)
      findings.late.push(
        `memory grew by ${growthMb.toFixed(1)} MB in the second half: ${held.map(Math.round)}`,
      );
    if (isSmall && residentMb > smallResidentMb)
      findings.late.push(`${Math.round(residentMb)} MB were resident`);
    const errors = server
      .logged()
      .split("\n")
      .filter((line) => /"level":"(error|fatal)"/.test(line));
    for (const line of errors.slice(0, 5)) findings.expect(false, line.slice(0, 300));
    findings.lost.push(...(await findDamage(server)), ...community.traffic.findLost(server));
    times.sort((a, b) => a - b);
    const percentile = (share: number) => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`;
    return {
      tried: `${sockets} sockets and ${requestsPerSecond} requests a second for ${minutes} min${isSmall ? ` on one processor, heap ${smallHeapMb} MB` : ""}`,
      ...findings,
      figures: `${(sent / minutes / 60).toFixed(1)} requests a second, p50 ${percentile(0.5)}, p99 ${percentile(0.99)}, slowest ${percentile(1 - 1e-9)}; memory held ${growthMb >= 0 ? "+" : ""}${growthMb.toFixed(1)} MB in the second half, at most ${Math.round(Math.max(...held))} MB, resident ${Math.round(residentMb)} MB; ${busyShare.toFixed(2)} of a processor`,
    };
  } finally {
    for (const socket of open) socket.terminate();
    await server.stop();
  }
}

/** The processor time that a server has used. Linux counts it in hundredths of a second. */
function busySeconds(server: TestServer): number {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The rise of the best-fitting straight line over the samples. */
function growth(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rise = values.reduce((sum, value, n) => sum + (n - middle) * (value - mean), 0);
  const spread = values.reduce((sum, _, n) => sum + (n - middle) ** 2, 0);
  return (rise / spread) * (values.length - 1);
}

interface Community {
  members: Member[];
  traffic: Traffic;
  browser: Visitor;
}

async function createCommunity(server: TestServer, count: number): Promise<Community> {
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  const browser = new Visitor(server.url);
  await browser.post("/login", { email: asha.email, password });
  return { members: addMembers(server, asha, count), traffic: new Traffic(asha, rohan), browser };
}

const guestPages = ["/", "/jobs", "/resources", "/events"];
const memberPages = ["/", "/jobs", "/messages", "/qa-threads", "/profile", "/anonymous-post", "/events"];
const reads = [
  "/api/jobs?limit=20",
  "/api/users/me",
  "/api/events?limit=20",
  "/api/resources",
  "/api/users?search=a",
  "/api/messages/conversations",
  "/api/anonymous-messages",
];
/** A hundred requests: two uploads, two log-ins, thirty other writes, and reads. */
const rareWrites: Record<number, Write> = {
  5: "job",
  25: "resource",
  45: "event",
  65: "place",
  75: "resource",
};

/** Sends the nth request of the mix. */
async function sendOne(community: Community, n: number, times: number[], findings: Findings): Promise<void> {
  const started = performance.now();
  try {
    const answer = await choose(community, n);
    findings.expectStatus(`request ${n}`, answer, 200, 201, 303);
  } catch (error) {
    findings.expect(
      false,
      `request ${n}: ${(error as Error).message} ${String((error as Error).cause ?? "")}`,
    );
  }
  times.push(performance.now() - started);
}

function choose({ members, traffic, browser }: Community, n: number): Promise<Answer> {
  const at = n % 100;
  const member = pick(members, n);
  const rare = rareWrites[at];
  if (rare) return traffic.write(rare);
  if (at === 15 || at === 85) {
    return new Visitor(member.url).post("/login", { email: people.rohan.email, password });
  }
  if (at % 5 === 1) return traffic.write("message");
  if (at === 37) return traffic.write("line");
  if (at % 10 === 2) return sendTo(member, pick(members, n + 1).id, `Number ${n}`);
  if (at % 4 === 0) return new Visitor(member.url).get(pick(guestPages, n >> 2));
  if (at % 4 === 3) return browser.get(pick(memberPages, n >> 2));
  return member.get(pick(reads, n));
}
