import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { codeOf, encode } from "#db/rqlite-wire.ts";

/** As much of better-sqlite3's statements as tests use. */
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

const timeoutMs = 20_000;

/**
 * The database of an rqlite node with as much of better-sqlite3's interface as tests use. They wait for a statement
 * without `await`: a thread asks rqlite, and tells the servers of a change as another server would.
 */
export class RqliteDatabase {
  #worker: Worker;
  #port: MessagePort;
  #answered = new Int32Array(new SharedArrayBuffer(4));

  constructor(url: string, natsUrl: string, secret: string) {
    const { port1, port2 } = new MessageChannel();
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

  /** Each statement is a transaction of its own. */
  transaction<T>(run: T): T {
    return run;
  }

  pragma(pragma: string): unknown[] {
    return this.prepare(`pragma ${pragma}`).all();
  }

  close(): void {}

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(sql: string, params: unknown[], method: string): Result {
    const isRead = /^\s*(select|pragma|explain|with(?!.*\b(insert|update|delete)\b))\b/is.test(sql);
    Atomics.store(this.#answered, 0, 0);
    this.#port.postMessage({ statement: encode({ sql, params: params.flat(), method }, isRead), isRead });
    Atomics.wait(this.#answered, 0, 0, timeoutMs);
    const body = receiveMessageOnPort(this.#port)?.message as string | undefined;
    const { results: [result] = [], error } = JSON.parse(body ?? '{"error":"rqlite does not answer"}') as {
      results?: Result[];
      error?: string;
    };
    const failure = error ?? result?.error;
    if (failure || !result) throw Object.assign(new Error(failure), { code: codeOf(failure ?? "") });
    const blobs = (result.types ?? []).flatMap((type, column) => (type === "blob" ? [column] : []));
    for (const row of result.values ?? [])
      for (const column of blobs) row[column] = row[column] && Buffer.from(String(row[column]), "base64");
    return result;
  }
}
