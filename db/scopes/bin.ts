import { type SQL, sql } from "drizzle-orm";
import type { BinSubject } from "../vocabulary.ts";
import { ownAliases } from "./questions.ts";
import { isActingAdmin, isActingModerator } from "./users.ts";

interface BinReader {
  id: number;
  hasScopes?: boolean;
}

export const ofBin = (subject: BinSubject, id: number): SQL =>
  sql`(bin.subject = ${subject} and bin.subject_id = ${id})`;

export const isOwnInBin = (reader: BinReader): SQL<boolean> =>
  sql<boolean>`(coalesce(bin.author_id = ${reader.id}, 0)
    or coalesce(bin.alias in ${ownAliases(reader)}, 0))`.mapWith(Boolean);

/** On `bin`: somebody other than the author deleted it, so administrators may also restore it. */
const isDeletedForAuthor = sql`(bin.is_removed or bin.author_id <> bin.deleted_by)`;

/** A moderator restores what was removed, except their own. */
const isForModerator = (viewer: BinReader): SQL =>
  sql`(${isDeletedForAuthor} and ${isActingModerator(viewer.id)} and not ${isOwnInBin({ id: viewer.id })})`;

/** Whether an entry belongs to the reader: their own, unless an administrator removed it; for administrators, others' too. */
const isKeptFor = (viewer: BinReader): SQL => {
  const isOwn = isOwnInBin({ id: viewer.id });
  const isAdministrators = sql`(${isDeletedForAuthor} and ${isActingAdmin(viewer.id)}
    and (bin.deleted_by = ${viewer.id} or not ${isOwn}))`;
  return sql`((${isOwn} and not bin.is_removed) or ${isAdministrators})`;
};

const isReadable = (viewer: BinReader): SQL => sql`(bin.alias is null or ${viewer.hasScopes ? 0 : 1})`;

export const canDeleteForGood = (viewer: BinReader, after: number): SQL =>
  sql`(bin.deleted_at > ${after} and ${isReadable(viewer)} and ${isKeptFor(viewer)})`;

/**
 * Who may restore an item:
 * - its author, unless it was removed;
 * - administrators, what was removed or what somebody deleted for its author;
 * - moderators, the same, except their own;
 * - a member who deleted someone else's item, unless it was removed.
 *
 * A token with scopes doesn't restore what its owner posted under an alias.
 */
export const canRestore = (viewer: BinReader, after: number): SQL =>
  sql`(bin.deleted_at > ${after} and ((${isReadable(viewer)} and (${isKeptFor(viewer)} or ${isForModerator(viewer)}))
    or (bin.author_id <> ${viewer.id} and bin.deleted_by = ${viewer.id} and not bin.is_removed)))`;

/** On `files`: a resource in the bin needs the file. "+" removes the affinity, which would prevent use of the index. */
export const isFileInBin = sql`exists (select 1 from bin_rows where bin_rows.table_name = 'resources'
  and bin_rows."row" ->> 'file_sha256' = +files.sha256)`;

/** On `images`. */
export const isImageInBin = sql`(exists (select 1 from bin_rows where bin_rows.table_name = 'events'
  and bin_rows."row" ->> 'image_id' = +images.id) or exists (select 1 from bin_rows
  where bin_rows.table_name = 'jobs' and bin_rows."row" ->> 'company_logo' = +images.file))`;
