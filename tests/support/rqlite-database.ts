import { writeFileSync } from "node:fs";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { codeOf, encode } from "#db/cluster/rqlite-wire.ts";

/** The part of better-sqlite3's statements that tests use. */
interface Statement {
  run(...values: unknown[]): { changes: number; lastInsertRowid: number };
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  pluck(): Statement;
  raw(): Statement;
}

interface Result {
  error?: string;
  columns?: string[];
  types?: string[];
  values?: unknown[][];
  rows_affected?: number;
  last_insert_id?: number;
}

interface Answer {
  error?: string;
  results?: Result[];
}

const timeoutMs = 120_000;

/**
 * An rqlite node with the part of better-sqlite3's interface that tests use. It is synchronous: a thread sends the
 * statements, and announces writes to the servers as another node would.
 */
export class RqliteDatabase {
  #url: string;
  #worker: Worker;
  #port: MessagePort;
  /** The statements of the open transaction. */
  #queue: unknown[][] | null = null;
  #answered = new Int32Array(new SharedArrayBuffer(4));

  constructor(url: string, natsUrl: string, secret: string) {
    const { port1, port2 } = new MessageChannel();
    this.#url = url;
    this.#port = port1;
    this.#worker = new Worker(new URL("./rqlite-thread.ts", import.meta.url), {
      workerData: { url, natsUrl, secret, port: port2, answered: this.#answered },
      transferList: [port2],
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.#worker.unref();
  }

  prepare(sql: string): Statement {
    return this.#statement(sql, (columns, row) =>
      Object.fromEntries(columns.map((name, index) => [name, row[index]])),
    );
  }

  #statement(sql: string, shape: (columns: string[], row: unknown[]) => unknown): Statement {
    const all = (...params: unknown[]) => {
      const { columns = [], values = [] } = this.#ask(sql, params, "all");
      return values.map((row) => shape(columns, row));
    };
    return {
      run: (...params) => {
        const { rows_affected = 0, last_insert_id = 0 } = this.#ask(sql, params, "run");
        return { changes: rows_affected, lastInsertRowid: last_insert_id };
      },
      get: (...params) => all(...params)[0],
      all,
      pluck: () => this.#statement(sql, (_, [value]) => value),
      raw: () => this.#statement(sql, (_, row) => row),
    };
  }

  exec(sql: string): void {
    this.#ask(sql, [], "run");
  }

  /** Sends its statements together at the end, so they return no rows. */
  transaction(run: () => void): () => void {
    return () => {
      this.#queue = [];
      run();
      const statements = this.#queue;
      this.#queue = null;
      this.#send("/db/execute?transaction", statements);
    };
  }

  pragma(pragma: string): unknown {
    return pragma.includes("=") ? this.exec(`pragma ${pragma}`) : this.prepare(`pragma ${pragma}`).all();
  }

  /** Copies the whole database into a new file. */
  async backup(file: string): Promise<void> {
    const response = await fetch(`${this.#url}/db/backup`);
    writeFileSync(file, await response.bytes());
  }

  close(): void {}

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(sql: string, params: unknown[], method: "run" | "all"): Result {
    const isRead = method === "all" && /^\s*(select|pragma|explain|with)\b/i.test(sql);
    const statement = encode({ sql, params: params.flat(), method }, isRead);
    if (method === "run" && this.#queue) {
      this.#queue.push(statement);
      return {};
    }
    if (isRead) return this.#send("/db/query?level=weak", [statement]);
    return this.#send(`/db/${method === "run" ? "execute" : "request"}?transaction`, [statement]);
  }

  /** @returns the result of the last statement */
  #send(path: string, statements: unknown[][]): Result {
    Atomics.store(this.#answered, 0, 0);
    this.#port.postMessage({ path, statements });
    Atomics.wait(this.#answered, 0, 0, timeoutMs);
    const body = receiveMessageOnPort(this.#port)?.message as string | undefined;
    const { results = [], error } = JSON.parse(body ?? '{"error":"rqlite does not answer"}') as Answer;
    const failure = error ?? results.find((result) => result.error)?.error;
    if (failure) throw Object.assign(new Error(failure), { code: codeOf(failure) });
    const { types = [], values = [], ...last } = results.at(-1) ?? {};
    const blobs = types.flatMap((type, column) => (type === "blob" ? [column] : []));
    for (const row of values)
      for (const column of blobs) row[column] = row[column] && Buffer.from(String(row[column]), "base64");
    return { ...last, values };
  }
}
