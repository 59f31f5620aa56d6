import { type Placeholder, type SQL, sql } from "drizzle-orm";

/**
 * Whether a row's mute is in force. A mute with an end needs no update to end.
 * @param table the query's name for `users` or `alias_mutes`
 */
export const isMutedNow = (table: string, now: number | Placeholder = Date.now()): SQL =>
  sql`(${sql.raw(table)}.muted_at is not null and coalesce(${sql.raw(table)}.muted_until > ${now}, 1))`;

export const isMuted = (userId: number): SQL =>
  sql`exists (select 1 from users as own where own.id = ${userId} and ${isMutedNow("own")})`;

/** On `alias_mutes`: whether the mute is in force and the alias belongs to the member. */
export const isOwnAliasMute = (userId: number): SQL =>
  sql`(${isMutedNow("alias_mutes")} and alias_mutes.alias in (
    select alias from conversations where a_id = ${userId} and alias is not null
    union all select alias from question_aliases where user_id = ${userId}))`;

export const isMutedAnonymously = (userId: number): SQL =>
  sql`(${isMuted(userId)} or exists (select 1 from alias_mutes where ${isOwnAliasMute(userId)}))`;
