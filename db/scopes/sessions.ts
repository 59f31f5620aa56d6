import { type SQL, sql } from "drizzle-orm";

/** The kind of write: others read a post, so a muted member may not make one. */
export interface WriteKind {
  isPost: boolean;
}

/**
 * Whether a session may still write: it has not ended, and its member is active and, for a post, not muted. It belongs
 * inside the statement that writes, because a slow upload outlives what its guard saw.
 */
export const canStillWrite = (tokenHash: string, { isPost }: WriteKind): SQL<boolean> =>
  sql`exists (select 1 from sessions join users as member on member.id = sessions.user_id
    where sessions.token_hash = ${tokenHash} and member.status = 'active'
    and ${isPost ? sql`member.muted_at is null` : sql`true`})`;
