import { hash } from "node:crypto";
import { and, desc, eq, isNotNull, lt, notExists, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  createTokenText,
  endOldestSessions,
  endSession,
  sessionLifetimeMs,
} from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { db, sessions, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { accountTexts } from "./account-texts.ts";
import type { newTokenSchema } from "./schema.server.ts";

const maxTokens = 20;

/** Identifies a token in forms by the beginning of its hash. The full hash stays on the server. */
const tokenId = sql<string>`substr(${sessions.tokenHash}, 1, 16)`;
const isNamedOf = (userId: number) => and(eq(sessions.userId, userId), isNotNull(sessions.name));

/** A member's named tokens, newest first. There are at most 20. */
export const selectTokens = (userId: number) =>
  db
    .select({
      id: tokenId,
      name: sql<string>`${sessions.name}`,
      isReadOnly: sessions.isReadOnly,
      scopes: sessions.scopes,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(isNamedOf(userId), sql`${sessions.lastUsedAt} > ${Date.now() - sessionLifetimeMs}`))
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
    .limit(maxTokens);

/**
 * Creates a bearer token for a program and returns its text. Only a hash is stored.
 * @throws HttpError 422 when the member has a token of this name, 409 when they have 20
 */
export async function makeToken(
  userId: number,
  { name, access, scopes }: z.output<typeof newTokenSchema>,
): Promise<string> {
  const text = createTokenText();
  const now = Date.now();
  const row = {
    tokenHash: hash("sha256", text),
    userId,
    kind: "token" as const,
    name,
    isReadOnly: access === "read",
    scopes,
    createdAt: now,
    lastUsedAt: now,
  };
  const last = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(isNamedOf(userId))
    .limit(1)
    .offset(maxTokens - 1);
  const {
    made,
    last: [full],
    ended,
  } = await namedBatch({
    expired: db
      .delete(sessions)
      .where(and(isNamedOf(userId), lt(sessions.lastUsedAt, now - sessionLifetimeMs))),
    made: insertSelect(db, sessions, row, users, and(eq(users.id, userId), notExists(last)))
      .onConflictDoNothing()
      .returning({ userId: sessions.userId }),
    last,
    ended: endOldestSessions(userId, "token"),
  });
  for (const { tokenHash } of ended) hub.closeSession(tokenHash);
  if (made.length === 0) {
    if (full) throw new HttpError(409, accountTexts.tooManyTokens);
    throw HttpError.forFields({ name: [accountTexts.tokenNameTaken] });
  }
  logSecurityEvent("token-made", { memberId: userId, access });
  return text;
}

/** Ends one of a member's named tokens. Ignores tokens that have ended or belong to someone else. */
export async function endToken(userId: number, id: string): Promise<void> {
  const [token] = await db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(isNamedOf(userId), eq(tokenId, id)));
  if (token) await endSession(token.tokenHash);
}
