import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, customType, integer } from "drizzle-orm/sqlite-core";

export const commaList = customType<{ data: string[]; driverData: string }>({
  dataType: () => "text",
  toDriver: (list) => list.join(", "),
  fromDriver: (text) => (text === "" ? [] : text.split(", ")),
});

/** A table's integer key. Never reused and ascending, so it also sorts "newest first". */
export const id = () => integer().primaryKey({ autoIncrement: true });

export const moment = () => integer();

/** Counts the changes of a row's content. Maintained by triggers: see `unversionedColumns`. */
export const version = () => integer().notNull().default(1);

export function oneOf(column: AnySQLiteColumn, values: readonly string[]) {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
}
