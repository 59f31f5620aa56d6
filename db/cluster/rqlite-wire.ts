export interface Query {
  sql: string;
  params: unknown[];
  method?: string;
}

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

/** An error with the code that in-process SQLite would have. `SQLITE_BUSY` means that nothing was done. */
export class RqliteError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** rqlite returns a change's rows only if it can parse the statement (rqlite#2394), but it parses only the first of several. */
const returnsRows = "delete from migrations where 0 returning 0; ";

/** rqlite up to 8.26 has no byte parameters, and newer ones mistake a text like x'00' for bytes, so both are inlined. */
export function encode({ sql, params, method = "run" }: Query, isRead: boolean): unknown[] {
  const full = isRead || method === "run" ? sql : returnsRows + sql;
  if (!params.some(isInline)) return [full, ...params];
  let at = 0;
  const text = full.replace(/'[^']*'|"[^"]*"|\?/g, (token) => {
    const value = token === "?" ? params[at++] : undefined;
    if (!isInline(value)) return token;
    return Buffer.isBuffer(value)
      ? `x'${value.toString("hex")}'`
      : `'${String(value).replaceAll("'", "''")}'`;
  });
  return [text, ...params.filter((value) => !isInline(value))];
}

const isInline = (value: unknown) =>
  Buffer.isBuffer(value) || (typeof value === "string" && /^\s*x'.*'\s*$/i.test(value));

export function readResults(body: string): Result[] {
  const { error, results = [] } = parse(body);
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

function parse(body: string): Answer {
  try {
    return JSON.parse(body) as Answer;
  } catch {
    throw new RqliteError("rqlite sent an incomplete response", "SQLITE_IOERR");
  }
}

export function requireRows(queries: readonly Query[], results: Result[]): void {
  const lacking = queries.find(({ method = "run" }, index) => method !== "run" && !results[index]?.rows);
  if (lacking) throw new RqliteError(`rqlite returned no rows of: ${lacking.sql}`, "SQLITE_ERROR");
}

export function codeOf(failure: string): string | undefined {
  const [, constraint] = /(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed/.exec(failure) ?? [];
  if (constraint) return `SQLITE_CONSTRAINT_${constraint.replace(" ", "")}`;
  if (/leader not found|\bnot (the )?leader\b|pool get: dial/.test(failure)) return "SQLITE_BUSY";
  if (
    /timeout|timed out|deadline exceeded|leadership lost|interrupted|stale read|not open|is closed/.test(
      failure,
    )
  )
    return "SQLITE_IOERR";
  if (/disk is full|no space left/.test(failure)) return "SQLITE_FULL";
  return undefined;
}
