import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { boardPins, boards, db, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isActiveMember } from "#db/scopes/boards.ts";
import { boardTexts as texts } from "./rules.ts";
import { weekdayAt } from "./tables.server.ts";

/** @throws HttpError 404, 429 */
export async function pinBoard(viewer: Viewer, slug: string): Promise<void> {
  limitAction("boardPin", viewer.id);
  const pinned = await write(() =>
    insertSelect(
      db,
      boardPins,
      { userId: viewer.id, boardId: boards.id },
      boards,
      and(eq(boards.slug, slug), isActiveMember(viewer.id)),
    )
      .onConflictDoUpdate({ target: [boardPins.userId, boardPins.boardId], set: { userId: viewer.id } })
      .returning({ id: boardPins.boardId }),
  );
  if (pinned.length === 0) throw new HttpError(404, texts.gone);
}

/** @throws HttpError 429 */
export async function unpinBoard(viewer: Viewer, boardId: number): Promise<void> {
  limitAction("boardPin", viewer.id);
  await write(() =>
    db.delete(boardPins).where(and(eq(boardPins.userId, viewer.id), eq(boardPins.boardId, boardId))),
  );
}

const maxLines = 3;

/** Today's row of the boards that a member has pinned and whose date has not passed. */
export function selectPinnedLines(memberId: number, now: number) {
  const line = sql<string>`(boards.week ->> ${weekdayAt(now)})`;
  return db
    .select({ slug: boards.slug, title: boards.title, line })
    .from(boardPins)
    .innerJoin(boards, eq(boards.id, boardPins.boardId))
    .where(
      and(
        eq(boardPins.userId, memberId),
        sql`coalesce(${line}, '') <> ''`,
        sql`coalesce(${boards.until} >= ${today(now)}, 1)`,
      ),
    )
    .orderBy(sql`${boards.title} collate nocase`, boards.id)
    .limit(maxLines);
}
