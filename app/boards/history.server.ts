import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { boardVersions, db, users } from "#db/index.ts";
import { type BoardRow, editBoard } from "./boards.server.ts";
import { boardTexts } from "./rules.ts";

const ofBoard = (boardId: number, condition: SQL) => and(eq(boardVersions.boardId, boardId), condition);

const facts = {
  id: boardVersions.id,
  author: users.name,
  title: boardVersions.title,
  kind: boardVersions.kind,
  until: boardVersions.until,
  restoredFrom: boardVersions.restoredFrom,
  savedAt: boardVersions.savedAt,
};
export type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

/** Newest first, without their texts. */
export const selectVersions = (boardId: number, { limit, before }: { limit: number; before: number }) =>
  db
    .select(facts)
    .from(boardVersions)
    .innerJoin(users, eq(users.id, boardVersions.authorId))
    .where(ofBoard(boardId, lt(boardVersions.id, before)))
    .orderBy(desc(boardVersions.id))
    .limit(limit);

export async function findVersion(boardId: number, id: number) {
  const [version] = await db
    .select()
    .from(boardVersions)
    .where(ofBoard(boardId, eq(boardVersions.id, id)));
  return version ?? null;
}

/**
 * Saves an older version again, with its date. A version never changes, so reading it first is safe.
 * @throws HttpError 403, 404, 412, 429
 */
export async function restoreVersion(viewer: Viewer, stored: BoardRow, versionId: number): Promise<void> {
  requireUnmuted(viewer);
  const version = await findVersion(stored.id, versionId);
  if (!version) throw new HttpError(404, boardTexts.noVersion);
  const { title, kind, body, until, savedAt } = version;
  await editBoard(viewer, stored, {
    content: { title, kind, body, until },
    keepers: stored.keepers,
    restoredFrom: savedAt,
  });
}
