import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

/**
 * The statement `INSERT INTO target SELECT values FROM source WHERE condition`: it inserts one row if the condition
 * holds for one row of the source, and nothing otherwise. Absent values become NULL, so columns with a default need
 * a value here.
 */
export function insertSelect<Target extends SQLiteTable>(
  db: Pick<Database, "insert" | "select">,
  target: Target,
  values: InferInsertModel<Target>,
  source: SQLiteTable,
  condition: SQL | undefined,
) {
  const given = values as Record<string, unknown>;
  const columns = Object.entries(getTableColumns(target)).map(([name, column]) => {
    const value = given[name];
    return [name, value === undefined || value === null ? sql`null` : sql`${sql.param(value, column)}`];
  });
  // Drizzle cannot tell that an object built from a table's columns matches the table.
  return db.insert(target).select(
    db
      .select(Object.fromEntries(columns) as Record<string, SQL>)
      .from(source)
      .where(condition) as never,
  );
}
