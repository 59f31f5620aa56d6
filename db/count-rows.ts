import { type SQL, sql } from "drizzle-orm";
import { db } from "./index.ts";

/** Stops counting at `limit`: docs/decisions/0006-counting-stops.md. */
export const countRows = (rows: SQL, limit: number) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`(select 1 from ${rows} limit ${limit})`);
