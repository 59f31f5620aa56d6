import { and, eq, type SQL, sql } from "drizzle-orm";
import { db, questionAliases, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isMuted, isMutedAnonymously } from "#db/scopes/mutes.ts";
import { getAlumniYear } from "../people/study-status.server.ts";

export const mayPostAs = (userId: number, isAnonymous: boolean): SQL =>
  sql`not ${isAnonymous ? isMutedAnonymously(userId) : isMuted(userId)}`;

/** The statement before an anonymous post: stores its alias. @param alias null for a post by name, which needs none */
export const insertAlias = (userId: number, alias: string | null, condition?: SQL) =>
  insertSelect(
    db,
    questionAliases,
    {
      alias: sql`${alias}`,
      userId: users.id,
      label: sql`iif(users.batch_year < ${getAlumniYear()}, 'Anonymous alum', 'Anonymous student')`,
    },
    users,
    and(eq(users.id, userId), sql`${alias} is not null`, mayPostAs(userId, true), condition),
  );
