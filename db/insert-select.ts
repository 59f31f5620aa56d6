import { Column, getTableColumns, type InferInsertModel, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

type Row<Target extends SQLiteTable> = {
  [Name in keyof InferInsertModel<Target>]: InferInsertModel<Target>[Name] | SQL | Column;
};

/** Inserts a row per match. Absent values become the column's default, or NULL. A FROM clause may have its own WHERE. */
export function insertSelect<Target extends SQLiteTable>(
  db: Pick<Database, "insert" | "select">,
  target: Target,
  row: Row<Target>,
  source: SQLiteTable | SQL,
  condition?: SQL,
) {
  const given = row as Record<string, unknown>;
  const columns = Object.entries(getTableColumns(target)).map(([name, column]) => {
    const value = given[name] === undefined ? column.default : given[name];
    if (value === undefined || value === null) return [name, sql`null`];
    return [name, is(value, SQL) || is(value, Column) ? sql`${value}` : sql`${sql.param(value, column)}`];
  });
  const select = db.select(Object.fromEntries(columns)).from(source).where(condition);
  return db.insert(target).select(select as never);
}
