import { sql } from "drizzle-orm";
import { events } from "../schema/events.ts";
import { images } from "../schema/resources.ts";
import { users } from "../schema/users.ts";
import { fileSources, isNamedBy } from "./stored-files.ts";

const otherSources = fileSources.filter(({ table }) => table !== "images");

/** Nothing else names its file, and no event has it, in the bin or not. "+" takes the affinity away, which would rule an index out. */
export const isUnusedImage = sql`(not exists (select 1 from ${events} where image_id = ${images.id})
  and not exists (select 1 from bin_rows where bin_rows.table_name = 'events'
    and bin_rows."row" ->> 'image_id' = +images.id)
  and not (${sql.raw(isNamedBy(otherSources, "images.file"))}))`;

export const isOfDeletedMember = sql`exists (select 1 from ${users} as owner
  where owner.id = ${images.userId} and owner.status = 'deleted')`;
