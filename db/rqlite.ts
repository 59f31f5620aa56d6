import { createWriteStream } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

export interface Query {
  sql: string;
  params: unknown[];
  /** As Drizzle's proxy names it: `run` for a statement whose rows nobody reads. */
  method?: string;
}

/** The result of one statement: rows in the order of its columns, or null for a statement that returns none. */
export interface Result {
  rows: unknown[][] | null;
  changes: number;
}

interface Answer {
  error?: string;
  results?: {
    error?: string;
    columns?: string[];
    types?: string[];
    values?: unknown[][];
    rows_affected?: number;
  }[];
}

interface Status {
  store: { db_conf?: { fk_constraints?: boolean } };
}

const timeoutMs = 5_000;
/** A read that its leader does not answer is answered by another node. */
const readTimeoutMs = 1_000;
const connectTimeoutMs = 1_000;
const pauseMs = 100;
const learnEveryMs = 30_000;
/** A request that failed so has not left this machine. */
const unsentCodes = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** A failure with the code that SQLite in the process would give. `SQLITE_BUSY`: nothing was done. */
export class RqliteError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The nodes of an rqlite cluster. Each request goes to one of them, which asks the leader: so a read sees every write
 * that was acknowledged before it, on whichever node.
 */
export class Cluster {
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #headers: Record<string, string>;
  #first: string;
  #nodes: string[];
  #node: string;
  #timer = setInterval(() => void this.learn().catch(() => {}), learnEveryMs).unref();
  /** How many requests that write have ended. */
  writes = 0;

  /** @param url `rqlite://user:secret@host:4001`, the node beside this server */
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

  /** Asks which nodes there are and takes the first one that answers. */
  async learn(): Promise<void> {
    let failure: unknown;
    for (const node of this.#nodes) {
      try {
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

  /** The version of each node that answers, such as `9.4.2`, and whether it keeps foreign keys. */
  async inspect(): Promise<{ version: string; keepsForeignKeys: boolean }[]> {
    const answers = await Promise.allSettled(
      this.#nodes.map((node) => this.#call(node, "/status", null, timeoutMs)),
    );
    return answers.flatMap((answer) => {
      if (answer.status === "rejected") return [];
      const { store } = JSON.parse(answer.value.body) as Status;
      return [{ version: answer.value.version, keepsForeignKeys: store.db_conf?.fk_constraints === true }];
    });
  }

  /**
   * Runs statements in one transaction, for at most five seconds. Reads are repeated on another node, and where there is
   * no leader a node answers by what it has. Writes are repeated only where nothing was done.
   * @throws RqliteError with the first statement's failure
   */
  async run(queries: readonly Query[]): Promise<Result[]> {
    if (queries.length === 0) return [];
    const isRead = queries.every(({ sql }) => /^\s*\(?\s*select\b/i.test(sql));
    const statements = queries.map((query) => encode(isRead ? query : keepRows(query)));
    const end = performance.now() + timeoutMs;
    for (let isStale = false; ; isStale = isRead && !isStale) {
      const node = this.#node;
      const level = isStale ? "none" : "weak";
      const path = `/db/${isRead ? "query" : "request"}?transaction&level=${level}`;
      const left = Math.max(end - performance.now(), pauseMs);
      try {
        const results = await this.#send(
          node,
          path,
          statements,
          isRead ? Math.min(left, readTimeoutMs) : left,
        );
        requireRows(queries, results);
        return results;
      } catch (error) {
        const { code } = error as RqliteError;
        if (code !== "SQLITE_BUSY" && code !== "SQLITE_IOERR") throw error;
        if (isRead && !isStale) continue;
        this.#leave(node);
        const isRepeatable = isRead || code === "SQLITE_BUSY";
        if (!isRepeatable || performance.now() > end) throw error;
      } finally {
        if (!isRead) this.writes++;
      }
      await wait(pauseMs);
    }
  }

  /** Runs statements of a migration, which may take minutes. Its failures are never repeated. */
  async execute(sql: readonly (string | unknown[])[], isTransaction = false): Promise<void> {
    const statements = sql.map((each) => (typeof each === "string" ? [each] : each));
    await this.#send(this.#node, `/db/execute${isTransaction ? "?transaction" : ""}`, statements, 600_000);
  }

  /** Writes a copy of the whole database into a new file. */
  async download(file: string): Promise<void> {
    const response = await this.#open(this.#node, "/db/backup?vacuum", null, 600_000);
    if (response.statusCode !== 200) throw new RqliteError(await text(response), "SQLITE_IOERR");
    await pipeline(response, createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  #leave(node: string): void {
    if (this.#node !== node) return;
    this.#node = this.#nodes[(this.#nodes.indexOf(node) + 1) % this.#nodes.length] ?? this.#first;
  }

  async #send(node: string, path: string, statements: unknown[][], ms: number): Promise<Result[]> {
    const { body } = await this.#call(node, path, JSON.stringify(statements), ms);
    const { error, results = [] } = JSON.parse(body) as Answer;
    if (error) throw new RqliteError(error, codeOf(error) ?? "SQLITE_IOERR");
    return results.map(({ error: failure, columns, types = [], values = [], rows_affected: changes = 0 }) => {
      if (failure) throw new RqliteError(failure, codeOf(failure) ?? "SQLITE_ERROR");
      const bytes = types.flatMap((type, column) => (type === "blob" ? [column] : []));
      for (const row of values) {
        for (const column of bytes) row[column] = row[column] && Buffer.from(String(row[column]), "base64");
      }
      return { rows: columns ? values : null, changes };
    });
  }

  async #call(node: string, path: string, body: string | null, ms: number) {
    const response = await this.#open(node, path, body, ms);
    const received = await text(response).catch((error: Error) => {
      throw new RqliteError(error.message, "SQLITE_IOERR");
    });
    if (response.statusCode !== 200) {
      throw new RqliteError(
        `rqlite ${response.statusCode}: ${received.trim()}`,
        codeOf(received) ?? "SQLITE_IOERR",
      );
    }
    const version = String(response.headers["x-rqlite-version"]).replace(/^v/, "");
    return { body: received, version };
  }

  #open(node: string, path: string, body: string | null, ms: number): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const method = body === null ? "GET" : "POST";
      const req = request(node + path, { method, agent: this.#agent, headers: this.#headers });
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
      req.end(body ?? undefined);
    });
  }
}

/** SQLite's code for a failure that rqlite describes in words; undefined for one that is not known. */
function codeOf(failure: string): string | undefined {
  const [, constraint] = /(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed/.exec(failure) ?? [];
  if (constraint) return `SQLITE_CONSTRAINT_${constraint.replace(" ", "")}`;
  if (/leader not found|\bnot (the )?leader\b|pool get: dial/.test(failure)) return "SQLITE_BUSY";
  if (/disk is full|no space left/.test(failure)) return "SQLITE_FULL";
  return undefined;
}

/**
 * rqlite returns the rows of a change only if its own parser understands the statement, and it knows no subqueries
 * (rqlite#2394). It parses the first statement of a text and returns the rows of the last.
 */
const keepRows = (query: Query): Query =>
  (query.method ?? "run") === "run"
    ? query
    : { ...query, sql: `delete from migrations where 0 returning 0; ${query.sql}` };

function requireRows(queries: readonly Query[], results: Result[]): void {
  const lacking = queries.find(({ method = "run" }, index) => method !== "run" && !results[index]?.rows);
  if (lacking) throw new RqliteError(`rqlite returned no rows of: ${lacking.sql}`, "SQLITE_ERROR");
}

/** Bytes cannot be a parameter up to rqlite 8.26, and newer ones take a text like x'00' for bytes: both become SQL. */
function encode({ sql, params }: Query): unknown[] {
  const isInline = (value: unknown) =>
    Buffer.isBuffer(value) || (typeof value === "string" && /^\s*x'.*'\s*$/i.test(value));
  if (!params.some(isInline)) return [sql, ...params];
  let at = 0;
  const text = sql.replace(/'[^']*'|"[^"]*"|\?/g, (token) => {
    const value = token === "?" ? params[at++] : undefined;
    if (!isInline(value)) return token;
    return Buffer.isBuffer(value)
      ? `x'${value.toString("hex")}'`
      : `'${String(value).replaceAll("'", "''")}'`;
  });
  return [text, ...params.filter((value) => !isInline(value))];
}
