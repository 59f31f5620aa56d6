import { type AnyColumn, sql } from "drizzle-orm";
import { blocks } from "../schema/users.ts";

export const isBlocking = (
  blockerId: number | AnyColumn,
  blockedId: number | AnyColumn,
) => sql`exists (select 1 from ${blocks}
  where ${blocks.blockerId} = ${blockerId} and ${blocks.blockedId} = ${blockedId})`;
