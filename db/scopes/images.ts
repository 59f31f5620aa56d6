import { sql } from "drizzle-orm";
import { events } from "../schema/events.ts";
import { images } from "../schema/resources.ts";
import { users } from "../schema/users.ts";
import { fileSources, isNamedBy } from "./stored-files.ts";

const otherSources = fileSources.filter(({ table }) => table !== "images");

/** No event, in the bin or not, and no other row uses it. "+" removes the affinity, which would prevent use of an index. */
export const isUnusedImage = sql`(not exists (select 1 from ${events} where image_id = ${images.id})
  and not exists (select 1 from bin_rows where bin_rows.table_name = 'events'
    and bin_rows."row" ->> 'image_id' = +images.id)
  and not (${sql.raw(isNamedBy(otherSources, "images.file"))}))`;

export const isOfDeletedMember = sql`exists (select 1 from ${users} as owner
  where owner.id = ${images.userId} and owner.status = 'deleted')`;
