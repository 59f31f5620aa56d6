import { once } from "node:events";
import { connect } from "node:net";
import WebSocket from "ws";
import { type Measurement, measure, measuring, startMeasuring } from "../../tests/support/measure.ts";
import { join, type Member, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { share } from "../../tests/support/upload.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { createInput, type Input } from "./inputs.ts";
import { Random } from "./random.ts";

const timeoutMs = 120_000;

export interface FuzzReport extends Measurement {
  inputs: number;
  seconds: number;
  statuses: Record<string, number>;
  /** Inputs that led to a 5xx, to no response within two minutes, or to the end of the server. */
  failures: string[];
  /** Memory growth over the second half, in bytes. */
  growthBytes: number;
}

/** Sends up to `count` seeded inputs to a fresh server, or until the time is up. */
export async function fuzz({
  seed,
  count,
  maxMs,
  concurrency = 8,
}: {
  seed: number;
  count: number;
  maxMs: number;
  concurrency?: number;
}): Promise<FuzzReport> {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "error" }, undefined, measuring);
  const started = performance.now();
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const senders = await createSenders(server);
  const random = new Random(seed);
  let inputs = 0;
  const isAlive = () => server.process.exitCode === null && server.process.signalCode === null;
  const isDone = (end: number) => inputs >= end || performance.now() - started > maxMs || !isAlive();

  const work = async (end: number) => {
    while (!isDone(end) && failures.length < 20) {
      inputs++;
      const input = createInput(random);
      const status = await send(server, senders, input).catch((error: Error) => `failed: ${error.message}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (/^5|^failed/.test(status)) failures.push(`${status}: ${describe(input)}`);
    }
  };
  const half = async (end: number) => {
    await Promise.all(Array.from({ length: concurrency }, () => work(end)));
    if (!isAlive()) return null;
    return measure(server).catch(() => {
      failures.push("the server's process does not answer");
      return null;
    });
  };

  startMeasuring(server);
  const first = await half(Math.floor(count / 2));
  const second = await half(count);
  if (!isAlive()) failures.push("the server's process has ended");
  const errors = server
    .logged()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  failures.push(...errors.slice(0, 5).map((line) => line.slice(0, 500)));
  await server.stop();
  const none = {
    longestMs: 0,
    longestBusyMs: 0,
    changedRows: 0,
    readRows: 0,
    writes: {},
    slowest: [],
  };
  const last = second ?? first ?? { ...none, heldBytes: 0, residentBytes: 0 };
  return {
    ...last,
    inputs,
    seconds: Math.round((performance.now() - started) / 1_000),
    statuses,
    failures,
    growthBytes: second && first ? second.heldBytes - first.heldBytes : 0,
  };
}

type Senders = { program: Member; member: Record<string, string> };

async function createSenders(server: TestServer): Promise<Senders> {
  const program = await join(server, "asha");
  await join(server, "rohan");
  const browser = new Visitor(server.url);
  await browser.post("/login", { email: program.email, password });
  await share(program, { name: "notes.txt", bytes: Buffer.from("Some notes") });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { program, member: { Cookie: cookie } };
}

function send(server: TestServer, senders: Senders, input: Input): Promise<string> {
  if (input.kind === "frames") return sendFrames(server, senders, input);
  if (input.kind === "bytes") return sendBytes(server, input);
  return sendRequest(server, senders, input);
}

async function sendRequest(
  server: TestServer,
  { program, member }: Senders,
  input: Extract<Input, { kind: "request" }>,
) {
  const headers = { Origin: server.url, ...input.headers };
  if (input.as === "member") Object.assign(headers, { Cookie: member.Cookie });
  if (input.as === "program") Object.assign(headers, { Authorization: `Bearer ${program.token}` });
  const response = await fetch(server.url + input.path, {
    method: input.method,
    headers,
    body: input.body && new Uint8Array(input.body),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    // Clients cannot send these names and values.
    if (error instanceof TypeError && !(error.cause instanceof Error)) return null;
    throw new Error(`${error.message} ${String(error.cause ?? "")}`);
  });
  if (!response) return "unsendable";
  await response.arrayBuffer();
  return String(response.status);
}

async function sendFrames(
  server: TestServer,
  { program }: Senders,
  input: Extract<Input, { kind: "frames" }>,
) {
  const headers = input.isMember ? { Authorization: `Bearer ${program.token}` } : undefined;
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/realtime`, { headers });
  socket.on("error", () => {});
  await once(socket, "open", { signal: AbortSignal.timeout(timeoutMs) });
  for (const frame of input.frames) if (socket.readyState === socket.OPEN) socket.send(frame);
  // The server handles frames in order and answers each invalid one.
  const closed = once(socket, "close", { signal: AbortSignal.timeout(timeoutMs) });
  socket.close();
  const [code] = await closed;
  return `socket ${code}`;
}

function sendBytes(server: TestServer, { bytes }: Extract<Input, { kind: "bytes" }>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setTimeout(50, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") reject(error);
    });
    socket.on("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "bytes"));
  });
}

function describe(input: Input): string {
  if (input.kind === "request") {
    const sent = input.body?.toString("latin1").slice(0, 400) ?? "";
    return `${input.as} ${input.method} ${input.path.slice(0, 300)} ${JSON.stringify(input.headers).slice(0, 300)} ${sent}`;
  }
  return JSON.stringify(
    input.kind === "frames" ? input.frames.map(String) : input.bytes.toString("latin1"),
  ).slice(0, 600);
}
