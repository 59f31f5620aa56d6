import { type SQL, sql } from "drizzle-orm";
import { db } from "./index.ts";

/** Counting stops at a limit: docs/decisions/0006-counting-stops.md. */
export const countRows = (rows: SQL, limit: number) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`(select 1 from ${rows} limit ${limit})`);
