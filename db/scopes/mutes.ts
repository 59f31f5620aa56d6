import { sql } from "drizzle-orm";

export const isMuted = (userId: number) =>
  sql`exists (select 1 from users where id = ${userId} and muted_at is not null)`;

export const isMutedAnonymously = (userId: number) =>
  sql`(${isMuted(userId)} or exists (select 1 from conversations
    where a_id = ${userId} and alias is not null and exists
      (select 1 from alias_mutes where alias_mutes.alias = conversations.alias))
    or exists (select 1 from question_aliases join alias_mutes using (alias) where user_id = ${userId}))`;
