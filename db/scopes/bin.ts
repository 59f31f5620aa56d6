import { type SQL, sql } from "drizzle-orm";
import type { BinSubject } from "../vocabulary.ts";
import { isActingAdmin } from "./users.ts";

interface BinReader {
  id: number;
  hasScopes?: boolean;
}

export const ofBin = (subject: BinSubject, id: number): SQL =>
  sql`(bin.subject = ${subject} and bin.subject_id = ${id})`;

export const isOwnInBin = ({ id, hasScopes }: BinReader): SQL<boolean> =>
  sql<boolean>`(coalesce(bin.author_id = ${id}, 0) or (${hasScopes ? 0 : 1}
    and coalesce(bin.alias in (select alias from question_aliases where user_id = ${id}), 0)))`.mapWith(
    Boolean,
  );

/** What an author deleted is theirs, and what an administrator took is for administrators, but for its author. */
export const canRestore = (viewer: BinReader, after: number): SQL =>
  sql`(bin.deleted_at > ${after} and iif(bin.is_removed,
    ${isActingAdmin(viewer.id)} and (bin.deleted_by = ${viewer.id} or not ${isOwnInBin({ id: viewer.id })}),
    bin.deleted_by = ${viewer.id} and (bin.alias is null or ${viewer.hasScopes ? 0 : 1})))`;

/** A condition on `files`: a resource in the bin needs its bytes. "+" takes the affinity away, which would rule the index out. */
export const isFileInBin = sql`exists (select 1 from bin_rows where bin_rows.table_name = 'resources'
  and bin_rows."row" ->> 'file_sha256' = +files.sha256)`;

/** A condition on `images`. */
export const isImageInBin = sql`(exists (select 1 from bin_rows where bin_rows.table_name = 'events'
  and bin_rows."row" ->> 'image_id' = +images.id) or exists (select 1 from bin_rows
  where bin_rows.table_name = 'jobs' and bin_rows."row" ->> 'company_logo' = +images.file))`;
