import { type SQL, sql } from "drizzle-orm";
import { isMutedNow } from "./mutes.ts";

export interface WriteKind {
  isPost: boolean;
}

/** Use it inside the statement that writes, because access may have changed during a slow upload. */
export const canStillWrite = (tokenHash: string, { isPost }: WriteKind): SQL<boolean> =>
  sql`exists (select 1 from sessions join users as member on member.id = sessions.user_id
    where sessions.token_hash = ${tokenHash} and member.status = 'active'
    and ${isPost ? sql`not ${isMutedNow("member")}` : sql`true`})`;
