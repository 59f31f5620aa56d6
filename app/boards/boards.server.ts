import { and, desc, eq, getTableColumns, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { notify, withdrawNotices } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { notifyRemoved, type Removal } from "#app/notices/removal-notices.server.ts";
import { personColumns } from "#app/people/person.server.ts";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute, findMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { consumeLimit, limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { createSlug } from "#app/platform/schemas/slug.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { moveToBin } from "#db/bin.ts";
import { boardKeepers, boardRemarks, boards, boardVersions, db, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import {
  areActive,
  isBoardCreator,
  isEditor,
  isKeeper,
  isPinned,
  maxBoards,
  mayCreateBoard,
  mayDeleteBoard,
  mayEditBoard,
} from "#db/scopes/boards.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import type { BoardContent, boardResponseSchema } from "./input.server.ts";
import { boardTexts as texts } from "./rules.ts";
import { readWeek, weekdayAt } from "./tables.server.ts";

const keeperIds = sql<string>`(select json_group_array(user_id) from (select keeping.user_id from board_keepers as keeping
  join users as keeper on keeper.id = keeping.user_id and keeper.status <> 'deleted'
  where keeping.board_id = boards.id order by keeping.user_id))`;

const selectBoards = (reader: Viewer | null) =>
  db
    .select({
      ...getTableColumns(boards),
      keepers: keeperIds.mapWith((ids: string): number[] => JSON.parse(ids)),
      isKeeper: isKeeper(reader?.id ?? 0),
      isEditor: isEditor(reader?.id ?? 0),
      mayDelete: mayDeleteBoard(reader?.id ?? 0),
      isPinned: isPinned(reader?.id ?? 0),
    })
    .from(boards);
export type BoardRow = Awaited<ReturnType<typeof selectBoards>>[number];

/** @param key its slug or its id. A slug always contains a letter @throws HttpError 404 */
export async function requireBoard(key: string | number, reader: Viewer | null): Promise<BoardRow> {
  const isIt = /^\d{1,15}$/.test(String(key)) ? eq(boards.id, Number(key)) : eq(boards.slug, String(key));
  const [board] = await selectBoards(reader).where(isIt);
  if (!board) throw new HttpError(404, texts.gone);
  return board;
}

/** @throws HttpError 403 for a member who neither keeps the board nor is an administrator, 404 */
export async function requireOwnBoard(key: string | number, viewer: Viewer): Promise<BoardRow> {
  const board = await requireBoard(key, viewer);
  if (!board.isEditor) throw HttpError.withCode("not-yours", texts.notKeeper);
  return board;
}

/** All boards by title, with today's row instead of their texts. */
export const selectTitles = (reader: Viewer | null, now = Date.now()) =>
  db
    .select({
      slug: boards.slug,
      title: boards.title,
      kind: boards.kind,
      until: boards.until,
      updatedAt: boards.updatedAt,
      line: sql<string | null>`nullif(${boards.week} ->> ${weekdayAt(now)}, '')`,
      isPinned: isPinned(reader?.id ?? 0),
      isKeeper: isKeeper(reader?.id ?? 0),
    })
    .from(boards)
    .orderBy(sql`${boards.title} collate nocase`, boards.id)
    .limit(maxBoards);

export const selectKeepers = (boardId: number) =>
  db
    .select(personColumns)
    .from(boardKeepers)
    .innerJoin(users, and(eq(users.id, boardKeepers.userId), ne(users.status, "deleted")))
    .where(eq(boardKeepers.boardId, boardId))
    .orderBy(boardKeepers.userId);

export async function mayCreate(viewer: Viewer): Promise<boolean> {
  const [found] = await db.select({ may: isBoardCreator(viewer.id) }).from(sql`(select 1)`);
  return found?.may ?? false;
}

/** Newest first. */
export const listBoards = (reader: Viewer | null, { limit, before }: { limit: number; before: number }) =>
  selectBoards(reader).where(lt(boards.id, before)).orderBy(desc(boards.id)).limit(limit);

export const serializeBoard = (row: BoardRow, isMember: boolean): z.output<typeof boardResponseSchema> => ({
  id: String(row.id),
  slug: row.slug,
  title: row.title,
  kind: row.kind,
  body: row.body,
  keepers: isMember ? row.keepers.map(String) : [],
  until: row.until,
  updatedAt: new Date(row.updatedAt).toISOString(),
});

/** The first slug that no board has, including those in the bin. */
const freeSlug = (title: string): SQL => {
  const named = createSlug(title, "board");
  const slug = /[a-z]/.test(named) ? named : `board-${named}`;
  const more = Array.from({ length: 2 * maxBoards }, (_, index) => `${slug}-${index + 2}`);
  const candidates = slug === "new" ? more : [slug, ...more];
  return sql`(select free.value from json_each(${JSON.stringify(candidates)}) as free
    where not exists (select 1 from boards as taken where taken.slug = free.value)
      and not exists (select 1 from bin_rows where bin_rows.table_name = 'boards' and bin_rows."row" ->> 'slug' = free.value)
    order by free.key limit 1)`;
};

/**
 * Creates a board. Without `keepers` its creator keeps it.
 * @returns its id
 * @throws HttpError 403 for members who may not, 409 for the 51st, 422 for a keeper who is not an active member, 429
 */
export async function createBoard(
  viewer: Viewer,
  { keepers = [viewer.id], ...content }: BoardContent & { keepers?: number[] | undefined },
  callKey?: CallKey,
): Promise<number> {
  requireUnmuted(viewer);
  limitAction("board", viewer.id, texts.tooMany);
  const now = Date.now();
  const canCreate = and(
    mayCreateBoard(viewer.id),
    areActive(keepers),
    sql`(select count(*) from boards) < ${maxBoards}`,
  );
  const made = sql`(select max(id) as id from boards) as made`;
  const isMade = sql`exists (select 1 from boards as newest where newest.id = made.id
    and newest.creator_id = ${viewer.id} and newest.created_at = ${now}) and changes() > 0`;
  const {
    created: [created],
  } = await batchOnce(
    callKey,
    {
      created: insertSelect(
        db,
        boards,
        {
          ...content,
          slug: freeSlug(content.title),
          creatorId: viewer.id,
          week: readWeek(content.body),
          createdAt: now,
          updatedAt: now,
        },
        users,
        and(eq(users.id, viewer.id), canCreate),
      ).returning({ id: boards.id }),
      saved: insertSelect(
        db,
        boardVersions,
        { boardId: sql`made.id`, authorId: viewer.id, ...content, restoredFrom: null, savedAt: now },
        made,
        isMade,
      ),
      kept: insertSelect(
        db,
        boardKeepers,
        { boardId: sql`made.id`, userId: sql`named.value` },
        sql`${made} cross join json_each(${JSON.stringify(keepers)}) as named`,
        isMade,
      ),
    },
    "created",
  );
  if (!created) throw await explainUncreated(viewer.id, keepers);
  return created.id;
}

async function explainUncreated(viewerId: number, keepers: number[]): Promise<HttpError> {
  const [found] = await db
    .select({
      may: isBoardCreator(viewerId),
      isMuted: isMuted(viewerId).mapWith(Boolean),
      areActive: areActive(keepers),
    })
    .from(sql`(select 1)`);
  if (!found?.may) return new HttpError(403, texts.notCreator);
  if (found.isMuted) return explainMute(viewerId);
  return found.areActive
    ? new HttpError(409, texts.full)
    : HttpError.forFields({ keepers: [texts.keeperGone] });
}

/** Older versions than these are deleted. */
const maxVersions = 100;

interface Change {
  content: BoardContent;
  keepers: number[];
  /** When the restored version was saved. */
  restoredFrom?: number;
}

/**
 * Changes a board for its keepers and administrators.
 * @param stored what the change was made from
 * @throws HttpError 403, 404, 412, 422 for a new keeper who is not an active member, 429
 */
export async function editBoard(
  viewer: Viewer,
  stored: BoardRow,
  { content, keepers, restoredFrom }: Change,
  versions: number[] = [stored.version],
): Promise<void> {
  requireUnmuted(viewer);
  limitAction("boardChange", viewer.id, texts.tooMany);
  const now = Date.now();
  const isChanged = contentNames.some((name) => content[name] !== stored[name]);
  const added = keepers.filter((id) => !stored.keepers.includes(id));
  const isOnlyKeepers = !isChanged && (added.length > 0 || keepers.length !== stored.keepers.length);
  const canEdit = and(
    eq(boards.id, stored.id),
    eq(boards.version, stored.version),
    inArray(boards.version, versions),
    mayEditBoard(viewer.id),
    areActive(added),
  );
  const isTold = isChanged && consumeLimit("boardNotice", viewer.id) === 0;
  const { edited, notified } = await namedBatch({
    notified: notify(
      {
        kind: "board-changed",
        userId: sql`keeping.user_id`,
        subject: stored.slug,
        actorId: viewer.id,
        facts: { name: viewer.name, title: content.title },
        now,
      },
      sql`boards join board_keepers as keeping on keeping.board_id = boards.id
        join users as keeper on keeper.id = keeping.user_id and keeper.status = 'active'`,
      and(canEdit, sql`keeping.user_id <> ${viewer.id}`, isTold ? undefined : sql`false`),
    ),
    saved: insertSelect(
      db,
      boardVersions,
      {
        boardId: boards.id,
        authorId: viewer.id,
        ...content,
        restoredFrom: restoredFrom ?? null,
        savedAt: now,
      },
      boards,
      and(canEdit, isChanged ? undefined : sql`false`),
    ),
    added: insertSelect(
      db,
      boardKeepers,
      { boardId: stored.id, userId: sql`named.value` },
      sql`json_each(${JSON.stringify(added)}) as named`,
      sql`exists (select 1 from ${boards} where ${canEdit})`,
    ).onConflictDoNothing(),
    edited: db
      .update(boards)
      .set({
        ...content,
        week: readWeek(content.body),
        updatedAt: isOnlyKeepers ? stored.updatedAt : now,
      })
      .where(canEdit)
      .returning({ id: boards.id }),
    finished: db
      .delete(boardRemarks)
      .where(and(eq(boardRemarks.boardId, stored.id), isChanged ? sql`changes() > 0` : sql`false`)),
    // Runs after the update, because a member who leaves the list no longer meets `canEdit`.
    removed: db
      .delete(boardKeepers)
      .where(
        and(
          eq(boardKeepers.boardId, stored.id),
          sql`${boardKeepers.userId} not in (select value from json_each(${JSON.stringify(keepers)}))`,
          sql`changes() > 0`,
        ),
      ),
    old: db.delete(boardVersions).where(
      and(
        eq(boardVersions.boardId, stored.id),
        sql`${boardVersions.id} <= (select newer.id from board_versions as newer
          where newer.board_id = ${stored.id} order by newer.id desc limit 1 offset ${maxVersions})`,
      ),
    ),
  });
  if (edited.length === 0) throw await explainUnedited(viewer, stored, versions);
  await publishNotices(notified);
}

const contentNames = ["title", "kind", "body", "until"] as const;

async function explainUnedited(viewer: Viewer, stored: BoardRow, versions: number[]): Promise<HttpError> {
  const board = await requireOwnBoard(stored.id, viewer);
  if (await findMute(viewer.id)) return explainMute(viewer.id);
  if (board.version !== stored.version || !versions.includes(board.version))
    return HttpError.withCode("version-mismatch");
  return HttpError.forFields({ keepers: [texts.keeperGone] });
}

/**
 * Moves a board to the bin, for its creator, administrators and the person who decides a report.
 * @throws HttpError 403, 404, 412, 429
 */
export async function deleteBoard(
  viewer: Viewer,
  id: number,
  { versions, report, reason = report?.reason }: Removal = {},
): Promise<void> {
  limitAction("boardChange", viewer.id, texts.tooMany);
  const found = await requireBoard(id, viewer);
  if (!found.mayDelete && !report) throw HttpError.withCode("not-yours", texts.notYours);
  const canDelete = and(
    eq(boards.id, id),
    report ? report.mayDecide : mayDeleteBoard(viewer.id),
    versions && inArray(boards.version, versions),
  );
  const { notified, withdrawn, deleted } = await namedBatch({
    notified: notifyRemoved(viewer, "board", id, { isTaken: canDelete, reason }),
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "removed",
      kind: "board",
      id,
      condition: canDelete,
      isForModerators: report?.about.isForModerators,
    }),
    withdrawn: withdrawNotices(
      ["board-changed", "board-old", "board-wrong"],
      found.slug,
      sql`exists (select 1 from ${boards} where ${canDelete})`,
    ),
    binned: moveToBin("board", id, { deletedBy: viewer.id, condition: canDelete }),
    deleted: db.delete(boards).where(canDelete).returning({ id: boards.id }),
  });
  if (deleted.length === 0) {
    await requireBoard(id, viewer);
    throw HttpError.withCode("version-mismatch");
  }
  await publishNotices([...notified, ...withdrawn]);
}
