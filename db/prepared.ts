import type Client from "better-sqlite3";

const maxStatements = 300;

/**
 * Makes a connection reuse its last 300 prepared statements: preparing one costs more than running most of them
 * (docs/decisions/0015).
 */
export function cachePreparedStatements(sqlite: Client.Database): void {
  const statements = new Map<string, Client.Statement>();
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) => {
    const statement = statements.get(source) ?? prepare(source);
    // A Map keeps insertion order, so the first key is the least recently used.
    statements.delete(source);
    statements.set(source, statement);
    const [oldest] = statements.keys();
    if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest);
    // The previous caller may have asked for rows in another form.
    return statement.reader ? statement.raw(false).pluck(false) : statement;
  }) as typeof sqlite.prepare;
}
