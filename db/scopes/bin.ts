import { type SQL, sql } from "drizzle-orm";
import type { BinSubject } from "../vocabulary.ts";
import { ownAliases } from "./questions.ts";
import { isActingAdmin } from "./users.ts";

interface BinReader {
  id: number;
  hasScopes?: boolean;
}

export const ofBin = (subject: BinSubject, id: number): SQL =>
  sql`(bin.subject = ${subject} and bin.subject_id = ${id})`;

export const isOwnInBin = (reader: BinReader): SQL<boolean> =>
  sql<boolean>`(coalesce(bin.author_id = ${reader.id}, 0)
    or coalesce(bin.alias in ${ownAliases(reader)}, 0))`.mapWith(Boolean);

/** What an author deleted is theirs, and what an administrator took is for administrators, but for its author. */
export const canRestore = (viewer: BinReader, after: number): SQL =>
  sql`(bin.deleted_at > ${after} and (bin.alias is null or ${viewer.hasScopes ? 0 : 1}) and iif(bin.is_removed,
    ${isActingAdmin(viewer.id)} and (bin.deleted_by = ${viewer.id} or not ${isOwnInBin({ id: viewer.id })}),
    bin.deleted_by = ${viewer.id}))`;

/** A condition on `files`: a resource in the bin needs its bytes. "+" takes the affinity away, which would rule the index out. */
export const isFileInBin = sql`exists (select 1 from bin_rows where bin_rows.table_name = 'resources'
  and bin_rows."row" ->> 'file_sha256' = +files.sha256)`;

/** A condition on `images`. */
export const isImageInBin = sql`(exists (select 1 from bin_rows where bin_rows.table_name = 'events'
  and bin_rows."row" ->> 'image_id' = +images.id) or exists (select 1 from bin_rows
  where bin_rows.table_name = 'jobs' and bin_rows."row" ->> 'company_logo' = +images.file))`;
