import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "./schema/index.ts";

export const allTables = Object.values(schema).filter((table) => is(table, SQLiteTable)) as SQLiteTable[];

/** The foreign keys of a table, which are of one column each, with SQL names. */
export const keysOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference();
    return columns.map((column, index) => ({
      column,
      name: toSnakeCase(column.name),
      of: foreignTable as SQLiteTable,
      foreignName: toSnakeCase(foreignColumns[index]?.name ?? ""),
      isCascade: key.onDelete === "cascade",
    }));
  });

/** The columns whose foreign key deletes a row with its row of this table. */
export const cascadingColumnsTo = (of: SQLiteTable) =>
  allTables.flatMap((table) =>
    keysOf(table)
      .filter((key) => key.of === of && key.isCascade)
      .map(({ column }) => ({ table, column })),
  );
