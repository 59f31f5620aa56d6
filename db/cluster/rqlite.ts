import { createReadStream, createWriteStream } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import {
  codeOf,
  encode,
  type Query,
  type Result,
  RqliteError,
  readResults,
  requireRows,
} from "./rqlite-wire.ts";

export interface ClusterNode {
  id: string;
  /** Address of its API, or of its log if the API does not respond. */
  address: string;
  isReachable: boolean;
  isLeader: boolean;
}

interface Newest {
  node: string;
  freshness: string;
}

interface Status {
  store: { db_conf?: { fk_constraints?: boolean } };
}

const timeoutMs = 5_000;
const writeTimeoutMs = 4_000;
const lateTimeoutMs = 500;
/** After this time a read is retried on another node. */
const readTimeoutMs = 1_000;
const newestTimeoutMs = 500;
/** How long reads do without a leader before they look for one again. */
const leaderlessMs = 1_000;
const connectTimeoutMs = 1_000;
const pauseMs = 100;
const level = "transaction&level=weak";
/** Reads a node's own rows if it has heard from a leader within this time. */
const staleLevel = "transaction&level=none&freshness_strict&freshness=";
/** Longer if there cannot be a majority elsewhere. */
const [freshness, freshnessOfAll] = ["5s", "10m"];
const learnEveryMs = 30_000;
/** A request that failed with one of these never left this machine. */
const unsentCodes = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

export const isRead = (queries: readonly Query[]): boolean =>
  queries.every(({ sql }) => /^\s*\(?\s*select\b/i.test(sql));

/** Sends each request to one node, which asks the leader. While there is a leader, reads see every acknowledged write. */
export class Cluster {
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #headers: Record<string, string>;
  #first: string;
  #nodes: string[];
  #node: string;
  /** When the first request failed since the leader last proved that it has all rows. */
  #troubledSince: number | null = null;
  /** When reads look for a leader again after no node had one. */
  #leaderlessUntil = 0;
  #newest: Promise<Newest> | undefined;
  #leaderAnswers = new Map<string, Promise<void>>();
  #timer = setInterval(() => void this.learn().catch(() => {}), learnEveryMs).unref();
  writes = 0;
  readonly writeListeners: (() => void)[] = [];

  constructor(url: string) {
    const { host, username, password } = new URL(url);
    const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = {
      "Content-Type": "application/json",
      ...(username && { Authorization: `Basic ${Buffer.from(secret).toString("base64")}` }),
    };
    this.#first = `http://${host}`;
    this.#nodes = [this.#first];
    this.#node = this.#first;
  }

  async learn(): Promise<void> {
    let failure: unknown;
    for (const node of this.#nodes) {
      try {
        await this.#call(node, "/readyz?sync&timeout=1s", null, timeoutMs);
        const { body } = await this.#call(node, "/nodes?ver=2&timeout=1s", null, readTimeoutMs);
        const { nodes } = JSON.parse(body) as { nodes: { api_addr?: string }[] };
        const found = nodes.flatMap(({ api_addr }) => (api_addr ? [new URL(api_addr).origin] : []));
        this.#nodes = [...new Set([this.#first, ...found])];
        this.#node = node;
        return;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  async listNodes(): Promise<ClusterNode[]> {
    const { body } = await this.#call(this.#node, "/nodes?ver=2&timeout=1s", null, timeoutMs);
    const { nodes } = JSON.parse(body) as {
      nodes: { id: string; addr: string; api_addr?: string; reachable?: boolean; leader?: boolean }[];
    };
    return nodes.map(({ id, addr, api_addr, reachable, leader }) => ({
      id,
      address: api_addr ? new URL(api_addr).host : addr,
      isReachable: reachable === true,
      isLeader: leader === true,
    }));
  }

  async inspect(): Promise<{ version: string; enforcesForeignKeys: boolean }[]> {
    const answers = await Promise.allSettled(
      this.#nodes.map((node) => this.#call(node, "/status", null, timeoutMs)),
    );
    return answers.flatMap((answer) => {
      if (answer.status === "rejected") return [];
      const { store } = JSON.parse(answer.value.body) as Status;
      return [{ version: answer.value.version, enforcesForeignKeys: store.db_conf?.fk_constraints === true }];
    });
  }

  /**
   * Reads try for up to five seconds: from a leader through each node, then from the newest node. Writes retry for up to
   * four if nothing was done. @throws RqliteError
   */
  async run(queries: readonly Query[]): Promise<Result[]> {
    if (queries.length === 0) return [];
    const reads = isRead(queries);
    const statements = queries.map((query) => encode(query, reads));
    const began = performance.now();
    const lateEnd = began + lateTimeoutMs;
    const end = reads
      ? began + timeoutMs
      : Math.max(lateEnd, (this.#troubledSince ?? began) + writeTimeoutMs);
    let node = this.#node;
    for (let refusals = 0; ; ) {
      const isStale = reads && (refusals >= this.#nodes.length || performance.now() < this.#leaderlessUntil);
      const left = Math.max(end - performance.now(), pauseMs);
      try {
        if (reads && !isStale && this.#troubledSince !== null) await this.#waitForLeader(node);
        const ms = reads ? Math.min(left, readTimeoutMs) : left;
        const newest = isStale ? await this.#findNewest() : null;
        const readLevel = newest ? staleLevel + newest.freshness : level;
        const path = reads ? `/db/query?${readLevel}` : `/db/request?${level}`;
        const results = await this.#send(newest?.node ?? node, path, statements, ms);
        requireRows(queries, results);
        if (!reads) this.#troubledSince = null;
        if (!isStale) this.#node = node;
        return results;
      } catch (error) {
        const { code, message } = error as RqliteError;
        // A node that has not caught up may lack a whole table.
        const failure = isStale ? new RqliteError(message, "SQLITE_IOERR") : error;
        if (!isStale && code !== "SQLITE_BUSY" && code !== "SQLITE_IOERR") throw error;
        this.#troubledSince ??= began;
        node = this.#after(node);
        refusals = isStale ? 0 : refusals + 1;
        if ((!reads && code !== "SQLITE_BUSY") || performance.now() > end) throw failure;
        if (reads && !isStale && refusals >= this.#nodes.length) {
          this.#leaderlessUntil = performance.now() + leaderlessMs;
          continue;
        }
      } finally {
        if (!reads) this.#noteWrite();
      }
      await wait(pauseMs);
    }
  }

  /**
   * Returns the most recent of the nodes that respond. If the others are silent but may be running, they may have a
   * leader, so its rows must be at most five seconds old. @throws RqliteError
   */
  #findNewest(): Promise<Newest> {
    this.#newest ??= this.#compareNodes().finally(() => {
      this.#newest = undefined;
    });
    return this.#newest;
  }

  async #compareNodes(): Promise<Newest> {
    const answers = await Promise.allSettled(
      this.#nodes.map(async (node) => {
        const { body } = await this.#call(node, "/status?key=store.fsm_index", null, newestTimeoutMs);
        return { node, index: Number(body) };
      }),
    );
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const [newest] = found.sort((one, other) => other.index - one.index);
    if (!newest) throw new RqliteError("no node of rqlite answers", "SQLITE_IOERR");
    const ended = answers.filter(
      (answer) => answer.status === "rejected" && /ECONNREFUSED/.test(String(answer.reason)),
    );
    const isMajority = 2 * (found.length + ended.length) > this.#nodes.length;
    return { node: newest.node, freshness: isMajority ? freshnessOfAll : freshness };
  }

  /** After a failure the leader may have just started and not have all rows yet. @throws RqliteError */
  #waitForLeader(node: string): Promise<void> {
    const running = this.#leaderAnswers.get(node);
    if (running !== undefined) return running;
    const answer = this.#send(node, "/db/query?level=strong", [["select 1"]], readTimeoutMs)
      .then(() => {
        this.#troubledSince = null;
      })
      .finally(() => this.#leaderAnswers.delete(node));
    this.#leaderAnswers.set(node, answer);
    return answer;
  }

  async execute(sql: readonly (string | unknown[])[], isTransaction = false): Promise<void> {
    const statements = sql.map((each) => (typeof each === "string" ? [each] : each));
    await this.#send(this.#node, `/db/execute${isTransaction ? "?transaction" : ""}`, statements, 600_000);
  }

  async download(file: string): Promise<void> {
    const response = await this.#open(this.#node, "/db/backup?vacuum", null, 600_000);
    if (response.statusCode !== 200) throw new RqliteError(await text(response), "SQLITE_IOERR");
    await pipeline(response, createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }));
  }

  async load(file: string): Promise<void> {
    const { body } = await this.#call(this.#node, "/db/load", createReadStream(file), 600_000);
    readResults(body.startsWith("{") ? body : "{}");
  }

  close(): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  #noteWrite(): void {
    this.writes++;
    for (const listener of this.writeListeners) listener();
  }

  #after(node: string): string {
    return this.#nodes[(this.#nodes.indexOf(node) + 1) % this.#nodes.length] ?? this.#first;
  }

  async #send(node: string, path: string, statements: unknown[][], ms: number): Promise<Result[]> {
    const { body } = await this.#call(node, path, JSON.stringify(statements), ms);
    return readResults(body);
  }

  async #call(node: string, path: string, body: string | Readable | null, ms: number) {
    const response = await this.#open(node, path, body, ms);
    const received = await text(response).catch((error: Error) => {
      throw new RqliteError(error.message, "SQLITE_IOERR");
    });
    if (response.statusCode === 401)
      throw new RqliteError("rqlite refuses this user or this password.", "SQLITE_AUTH");
    if (response.statusCode !== 200) {
      throw new RqliteError(
        `rqlite ${response.statusCode}: ${received.trim()}`,
        codeOf(received) ?? "SQLITE_IOERR",
      );
    }
    const version = String(response.headers["x-rqlite-version"]).replace(/^v/, "");
    return { body: received, version };
  }

  #open(node: string, path: string, body: string | Readable | null, ms: number): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const method = body === null ? "GET" : "POST";
      const isFile = body !== null && typeof body !== "string";
      const headers = { ...this.#headers, ...(isFile && { "Content-Type": "application/octet-stream" }) };
      const req = request(node + path, { method, agent: this.#agent, headers });
      const fail = (code: string) => req.destroy(new RqliteError("rqlite does not answer", code));
      const timers = [setTimeout(fail, ms, "SQLITE_IOERR")];
      req.on("socket", (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(fail, connectTimeoutMs, "SQLITE_BUSY");
        timers.push(timer);
        socket.once("connect", () => clearTimeout(timer));
      });
      req.on("close", () => timers.forEach(clearTimeout));
      req.on("response", resolve);
      req.on("error", (error: NodeJS.ErrnoException) => {
        const code = unsentCodes.test(error.code ?? "") ? "SQLITE_BUSY" : "SQLITE_IOERR";
        reject(error instanceof RqliteError ? error : new RqliteError(error.message || code, code));
      });
      if (isFile) pipeline(body, req).catch((error: Error) => req.destroy(error));
      else req.end(body ?? undefined);
    });
  }
}
