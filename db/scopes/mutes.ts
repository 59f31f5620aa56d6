import { sql } from "drizzle-orm";

/** Whether an administrator muted a member by name. It covers everything that others would read. */
export const isMuted = (userId: number) =>
  sql`exists (select 1 from users where id = ${userId} and muted_at is not null)`;

/** Whether a member may not write anonymously: muted by name, or through one of their aliases. */
export const isMutedAnonymously = (userId: number) =>
  sql`(${isMuted(userId)} or exists (select 1 from conversations
    where a_id = ${userId} and alias is not null and exists
      (select 1 from alias_mutes where alias_mutes.alias = conversations.alias)))`;
