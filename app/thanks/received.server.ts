import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { blockTexts } from "#app/messages/block-texts.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { blocks, db, thanks, thanksBlocks, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isOfLiveThing, isReadableThanks, readableLine } from "#db/scopes/thanks.ts";
import { type ThankedKind, thankedKinds } from "#db/vocabulary.ts";
import { withdrawCauses } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { personColumns } from "../people/person.server.ts";
import { questionPath } from "../questions/slug.ts";
import { thanksTexts } from "./texts.ts";
import { renameNotice } from "./thanks.server.ts";

const ofTable = (column: string, table: string) =>
  sql`(select given.${sql.raw(column)} from ${sql.raw(table)} as given where given.id = thanks.${sql.raw(table.slice(0, -1))}_id)`;
const questionId = sql<
  number | null
>`coalesce(${ofTable("question_id", "answers")}, ${ofTable("question_id", "comments")})`;
const answerId = sql<number | null>`coalesce(thanks.answer_id, ${ofTable("answer_id", "comments")})`;
const isHere = (table: string) => sql`(thanks.${sql.raw(table.slice(0, -1))}_id is null
  or ${ofTable("hidden_at", table)} is null)`;

const columns = {
  id: thanks.id,
  line: readableLine("thanks"),
  isShown: thanks.isShown,
  isAnonymousGift: sql<boolean>`thanks.receiver_id is null`.mapWith(Boolean),
  createdAt: thanks.createdAt,
  answerId: thanks.answerId,
  commentId: thanks.commentId,
  resourceId: thanks.resourceId,
  eventId: thanks.eventId,
  experienceId: thanks.experienceId,
  title: sql<string>`coalesce(${ofTable("title", "resources")}, ${ofTable("title", "events")},
    ${ofTable("role", "experiences")} || ' at ' || ${ofTable("company_name", "experiences")},
    (select asked.title from questions as asked where asked.id = ${questionId}), '')`,
  questionId,
  onAnswerId: answerId,
  giver: personColumns,
};

type Receiver = Pick<Viewer, "id" | "hasScopes">;

/** Includes thanks for posts that the receiver wrote under an alias, except in programs with scopes. */
const receivedIds = ({ id, hasScopes }: Receiver, condition: SQL, limit: number) => {
  const newest = (from: SQL, where: SQL) =>
    sql`select * from (select thanks.id from ${from} where ${where} and ${condition} order by thanks.id desc limit ${limit})`;
  const anonymous = (table: string) =>
    newest(
      sql`question_aliases as own cross join ${sql.raw(table)} as post on post.alias = own.alias
        cross join thanks on thanks.${sql.raw(table.slice(0, -1))}_id = post.id`,
      sql`own.user_id = ${id}`,
    );
  const named = newest(sql`thanks`, sql`thanks.receiver_id = ${id}`);
  return hasScopes
    ? named
    : sql`${named} union all ${anonymous("answers")} union all ${anonymous("comments")} union all ${anonymous("experiences")}`;
};

const isWorded = sql`((thanks.line is not null and thanks.hidden_at is null) or thanks.is_named)`;

/**
 * The newest thanks that still exist. `giver` is null for thanks without a name.
 * @param isSpoken leaves out thanks with neither a line nor a name
 */
export const selectReceived = (
  viewer: Receiver,
  { limit, before, isSpoken = false }: { limit: number; before: number; isSpoken?: boolean },
) =>
  db
    .select(columns)
    .from(thanks)
    .leftJoin(users, and(eq(users.id, thanks.userId), eq(thanks.isNamed, true)))
    .where(
      sql`thanks.id in (${receivedIds(
        viewer,
        sql`thanks.id < ${before} and ${isSpoken ? isWorded : sql`true`} and ${isReadableThanks("thanks", viewer.id)} and ${isHere("answers")} and ${isHere("comments")}
          and (${questionId} is null or exists (select 1 from questions as asked where asked.id = ${questionId} and asked.hidden_at is null))`,
        limit,
      )})`,
    )
    .orderBy(desc(thanks.id))
    .limit(limit);
export type ReceivedRow = Awaited<ReturnType<typeof selectReceived>>[number];

export function thingOf(row: ReceivedRow): { kind: ThankedKind; href: string } {
  if (row.resourceId !== null) return { kind: "resource", href: `/resources/${row.resourceId}` };
  if (row.eventId !== null) return { kind: "event", href: `/events/${row.eventId}` };
  if (row.experienceId !== null) return { kind: "experience", href: `/experiences/${row.experienceId}` };
  const path = questionPath({ id: row.questionId ?? 0, title: row.title });
  const query = row.onAnswerId === null ? "" : `?answer=${row.onAnswerId}`;
  return row.answerId === null
    ? { kind: "comment", href: `${path}${query}#comment-${row.commentId}` }
    : { kind: "answer", href: `${path}${query}#answer-${row.answerId}` };
}

const isReceived = (viewer: Viewer, id: number) =>
  sql`thanks.id in (${receivedIds(viewer, sql`thanks.id = ${id} and ${isReadableThanks("thanks", viewer.id)}`, 1)})`;

/**
 * Shows or hides a line on the receiver's page.
 * @throws HttpError 404, 422 if there is no line or it was given anonymously, 429
 */
export async function showLine(viewer: Viewer, id: number, isShown: boolean): Promise<ReceivedRow> {
  limitAction("profile", viewer.id);
  const isOwn = and(
    eq(thanks.id, id),
    eq(thanks.receiverId, viewer.id),
    isReadableThanks("thanks", viewer.id),
  );
  const canShow = isShown ? and(isNotNull(thanks.line), isNull(thanks.hiddenAt)) : undefined;
  await write(() => db.update(thanks).set({ isShown }).where(and(isOwn, canShow)));
  const [row] = await db
    .select(columns)
    .from(thanks)
    .leftJoin(users, and(eq(users.id, thanks.userId), eq(thanks.isNamed, true)))
    .where(isReceived(viewer, id));
  if (!row) throw new HttpError(404, thanksTexts.noThanks);
  if (row.isShown !== isShown)
    throw HttpError.forFields({ shown: [row.isAnonymousGift ? thanksTexts.anonymous : thanksTexts.noLine] });
  return row;
}

/**
 * Removes a line from the list and blocks its author. A named author is blocked by name: `person` is their id. An
 * unnamed author is not notified, and no further thanks of theirs arrive: `line` is the block's id.
 * @throws HttpError 404, 429
 */
export async function blockLine(viewer: Viewer, id: number, now = Date.now()) {
  limitAction("block", viewer.id, blockTexts.tooMany);
  const isMine = sql`thanks.id in (${receivedIds(viewer, sql`thanks.id = ${id} and thanks.blocked_at is null and ${isOfLiveThing("thanks")}`, 1)})`;
  const [row] = await db
    .select({
      answer: thanks.answerId,
      comment: thanks.commentId,
      resource: thanks.resourceId,
      event: thanks.eventId,
      experience: thanks.experienceId,
    })
    .from(thanks)
    .where(isMine);
  const kind = thankedKinds.find((name) => row?.[name]);
  if (!row || !kind) throw new HttpError(404, thanksTexts.noThanks);
  const thingId = row[kind] ?? 0;
  const {
    withdrawn,
    blockedLine: [block],
    hidden: [blocked],
  } = await namedBatch({
    withdrawn: withdrawCauses(sql`select 'thanks-' || thanks.id from thanks where ${isMine}`),
    blockedLine: insertSelect(
      db,
      thanksBlocks,
      {
        blockerId: viewer.id,
        blockedId: thanks.userId,
        alias: sql`coalesce(${thanks.alias}, '')`,
        thanksId: thanks.id,
      },
      thanks,
      and(isMine, eq(thanks.isNamed, false)),
    ).returning({ id: thanksBlocks.id }),
    blockedMember: insertSelect(
      db,
      blocks,
      { blockerId: viewer.id, blockedId: thanks.userId, createdAt: now },
      thanks,
      and(isMine, eq(thanks.isNamed, true)),
    ).onConflictDoNothing(),
    hidden: db
      .update(thanks)
      .set({ blockedAt: sql`iif(${thanks.isNamed}, null, ${now})`, isShown: false })
      .where(isMine)
      .returning({ person: sql<number | null>`iif(${thanks.isNamed}, ${thanks.userId}, null)` }),
    renamed: renameNotice(kind, thingId),
  });
  if (!blocked) throw new HttpError(404, thanksTexts.noThanks);
  await publishNotices(withdrawn);
  return { person: blocked.person, line: block?.id ?? null };
}

/** Maximum number of listed lines by blocked unnamed authors, newest first. */
const maxBlockedLines = 100;

export const selectBlockedLines = (userId: number) =>
  db
    .select({
      id: thanksBlocks.id,
      line: readableLine("thanks"),
    })
    .from(thanksBlocks)
    .leftJoin(thanks, eq(thanks.id, thanksBlocks.thanksId))
    .where(eq(thanksBlocks.blockerId, userId))
    .orderBy(desc(thanksBlocks.id))
    .limit(maxBlockedLines);

/** Restores the line, and lets its author's thanks arrive again. Idempotent. @throws HttpError 429 */
export async function unblockLine(viewer: Viewer, blockId: number): Promise<void> {
  limitAction("block", viewer.id, blockTexts.tooMany);
  const isOwn = and(eq(thanksBlocks.id, blockId), eq(thanksBlocks.blockerId, viewer.id));
  await db.batch([
    db
      .update(thanks)
      .set({ blockedAt: null })
      .where(inArray(thanks.id, db.select({ id: thanksBlocks.thanksId }).from(thanksBlocks).where(isOwn))),
    db.delete(thanksBlocks).where(isOwn),
  ]);
}
