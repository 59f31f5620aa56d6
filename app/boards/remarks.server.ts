import { and, desc, eq, lte, sql } from "drizzle-orm";
import { notify, withdrawNotices } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { personColumns } from "#app/people/person.server.ts";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute, findMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { consumeLimit, limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { boardConfirmations, boardRemarks, boards, db, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { maxRemarks, mayEditBoard, mayRemark } from "#db/scopes/boards.ts";
import { requireBoard, requireOwnBoard } from "./boards.server.ts";
import { boardTexts as texts } from "./rules.ts";

/** Newest first. */
export const selectRemarks = (boardId: number) =>
  db
    .select({
      id: boardRemarks.id,
      line: boardRemarks.line,
      createdAt: boardRemarks.createdAt,
      person: personColumns,
    })
    .from(boardRemarks)
    .innerJoin(users, eq(users.id, boardRemarks.userId))
    .where(eq(boardRemarks.boardId, boardId))
    .orderBy(desc(boardRemarks.id))
    .limit(maxRemarks);

const maxCounted = 1_000;

/** How many members, at most 1,000, have confirmed the board since its last change, and whether this member has. */
export async function countConfirmations(boardId: number, changedAt: number, memberId: number) {
  const said = sql`from board_confirmations as said where said.board_id = ${boardId} and said.changed_at = ${changedAt}`;
  const [found] = await db
    .select({
      count: sql<number>`(select count(*) from (select 1 ${said} limit ${maxCounted}))`,
      isOwn: sql`exists (select 1 ${said} and said.user_id = ${memberId})`.mapWith(Boolean),
    })
    .from(sql`(select 1)`);
  return { count: found?.count ?? 0, isOwn: found?.isOwn ?? false };
}

/**
 * Confirms that the board is still right. Idempotent for each member and version of the board.
 * @throws HttpError 403, 404, 429
 */
export async function confirmBoard(viewer: Viewer, slug: string): Promise<void> {
  requireUnmuted(viewer);
  limitAction("boardPin", viewer.id);
  const confirmed = await write(() =>
    insertSelect(
      db,
      boardConfirmations,
      { userId: viewer.id, boardId: boards.id, changedAt: boards.updatedAt },
      boards,
      and(eq(boards.slug, slug), mayRemark(viewer.id)),
    )
      .onConflictDoUpdate({
        target: [boardConfirmations.userId, boardConfirmations.boardId],
        set: { changedAt: sql`excluded.changed_at` },
      })
      .returning({ id: boardConfirmations.boardId }),
  );
  if (confirmed.length === 0) throw await explainUnsaid(viewer, slug);
}

async function explainUnsaid(viewer: Viewer, slug: string): Promise<HttpError> {
  await requireBoard(slug, viewer);
  return (await findMute(viewer.id)) ? explainMute(viewer.id) : new HttpError(409, texts.fullRemarks);
}

/**
 * Sends a remark about a mistake to the keepers of a board.
 * @throws HttpError 403, 404, 409 while there are too many remarks, 429 for the eleventh within a day
 */
export async function sendRemark(viewer: Viewer, slug: string, line: string): Promise<void> {
  requireUnmuted(viewer);
  limitAction("boardRemark", viewer.id, texts.manyRemarks);
  const now = Date.now();
  const canSay = and(
    eq(boards.slug, slug),
    mayRemark(viewer.id),
    sql`(select count(*) from (select 1 from board_remarks as said where said.board_id = boards.id limit ${maxRemarks})) < ${maxRemarks}`,
  );
  const isTold = consumeLimit("boardNotice", viewer.id) === 0;
  const { said, notified } = await namedBatch({
    notified: notify(
      {
        kind: "board-wrong",
        userId: sql`keeping.user_id`,
        subject: slug,
        actorId: viewer.id,
        facts: sql`json_object('name', ${viewer.name}, 'title', boards.title)`,
        now,
      },
      sql`boards join board_keepers as keeping on keeping.board_id = boards.id
        join users as keeper on keeper.id = keeping.user_id and keeper.status = 'active'`,
      and(canSay, sql`keeping.user_id <> ${viewer.id}`, isTold ? undefined : sql`false`),
    ),
    said: insertSelect(
      db,
      boardRemarks,
      { boardId: boards.id, userId: viewer.id, line, createdAt: now },
      boards,
      canSay,
    ).returning({ id: boardRemarks.id }),
  });
  if (said.length === 0) throw await explainUnsaid(viewer, slug);
  await publishNotices(notified);
}

/**
 * Removes the remarks that a keeper or an administrator has read.
 * @param newest the id of the last one that was shown
 * @throws HttpError 403, 404, 429
 */
export async function removeRemarks(viewer: Viewer, slug: string, newest: number): Promise<void> {
  requireUnmuted(viewer);
  limitAction("boardChange", viewer.id, texts.tooMany);
  const board = await requireOwnBoard(slug, viewer);
  const mayFinish = sql`exists (select 1 from ${boards}
    where ${and(eq(boards.id, board.id), mayEditBoard(viewer.id))})`;
  const { withdrawn } = await namedBatch({
    finished: db
      .delete(boardRemarks)
      .where(and(eq(boardRemarks.boardId, board.id), lte(boardRemarks.id, newest), mayFinish)),
    withdrawn: withdrawNotices(
      ["board-wrong"],
      board.slug,
      sql`not exists (select 1 from board_remarks as unread where unread.board_id = ${board.id}) and ${mayFinish}`,
    ),
  });
  if (await findMute(viewer.id)) throw await explainMute(viewer.id);
  await publishNotices(withdrawn);
}
