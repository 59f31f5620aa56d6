import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { blocks, conversations, db, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import type { PartnerId } from "#db/scopes/conversations.ts";
import { blockTexts } from "./block-texts.ts";
import { parsePartnerId } from "./input.server.ts";

// Blocks of a member and of an alias are independent: docs/anonymity.md.

/** @throws HttpError 404, 422 for yourself, 429, 503 */
export async function changeBlock(
  viewerId: number,
  intent: "block" | "unblock",
  person: string,
): Promise<void> {
  try {
    await (intent === "block" ? blockPerson : unblockPerson)(viewerId, person);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // A line with the request's id could tie a member to an alias.
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "block not saved");
    throw new HttpError(503, blockTexts.saveFailed);
  }
}

/** @throws HttpError 404, 422 for yourself, 429 */
export async function blockPerson(viewerId: number, person: string): Promise<void> {
  const id = parsePartnerId(person);
  if (id === null) throw new HttpError(404, blockTexts.unknown);
  if (id === viewerId) throw new HttpError(422, blockTexts.yourself);
  limitAction("block", viewerId, blockTexts.tooMany);
  const [blocked] = await write(() => block(viewerId, id));
  if (!blocked) throw new HttpError(404, blockTexts.unknown);
}

/** @throws HttpError 404, 429 */
export async function unblockPerson(viewerId: number, person: string): Promise<void> {
  const id = parsePartnerId(person);
  if (id === null) throw new HttpError(404, blockTexts.unknown);
  limitAction("block", viewerId, blockTexts.tooMany);
  await write(() => unblock(viewerId, id));
}

const block = (viewerId: number, person: PartnerId, now = Date.now()) =>
  typeof person === "string"
    ? db
        .update(conversations)
        .set({ aliasBlockedAt: sql`coalesce(${conversations.aliasBlockedAt}, ${now})` })
        .where(isAliasFor(viewerId, person))
        .returning({ one: sql`1` })
    : insertSelect(
        db,
        blocks,
        { blockerId: viewerId, blockedId: users.id, createdAt: now },
        users,
        and(eq(users.id, person), ne(users.id, viewerId), ne(users.status, "pending")),
      )
        .onConflictDoUpdate({
          target: [blocks.blockerId, blocks.blockedId],
          set: { createdAt: sql`${blocks.createdAt}` },
        })
        .returning({ one: sql`1` });

const unblock = (viewerId: number, person: PartnerId) =>
  typeof person === "string"
    ? db.update(conversations).set({ aliasBlockedAt: null }).where(isAliasFor(viewerId, person))
    : db.delete(blocks).where(and(eq(blocks.blockerId, viewerId), eq(blocks.blockedId, person)));

const isAliasFor = (viewerId: number, alias: string) =>
  and(eq(conversations.alias, alias), eq(conversations.bId, viewerId));

export interface BlockCursor {
  blockedAt: number;
  id: string;
}

export function selectBlocks(viewerId: number, limit: number, after: BlockCursor | undefined) {
  const isAfter = (blockedAt: unknown, id: unknown) =>
    after && sql`(${blockedAt}, ${id}) < (${after.blockedAt}, ${after.id})`;
  const memberId = sql<string>`cast(${blocks.blockedId} as text)`;
  const members = db
    .select({
      id: memberId.as("id"),
      name: sql<string>`${users.name}`.as("name"),
      blockedAt: blocks.createdAt,
    })
    .from(blocks)
    .innerJoin(users, and(eq(users.id, blocks.blockedId), ne(users.status, "deleted")))
    .where(and(eq(blocks.blockerId, viewerId), isAfter(blocks.createdAt, memberId)));
  const aliases = db
    .select({
      id: sql<string>`${conversations.alias}`.as("id"),
      name: sql<string>`'Anonymous'`.as("name"),
      blockedAt: sql<number>`${conversations.aliasBlockedAt}`,
    })
    .from(conversations)
    .where(
      and(
        eq(conversations.bId, viewerId),
        isNotNull(conversations.aliasBlockedAt),
        isAfter(conversations.aliasBlockedAt, conversations.alias),
      ),
    );
  return unionAll(members, aliases).orderBy(desc(sql`3`), desc(sql`1`)).limit(limit);
}
