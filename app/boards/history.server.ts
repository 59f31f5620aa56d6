import { and, desc, eq, lt } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { boardVersions, db, users } from "#db/index.ts";
import { type BoardRow, editBoard } from "./boards.server.ts";
import { boardTexts } from "./rules.ts";

const selectVersions = (boardId: number) =>
  db
    .select({
      id: boardVersions.id,
      author: users.name,
      title: boardVersions.title,
      kind: boardVersions.kind,
      body: boardVersions.body,
      until: boardVersions.until,
      restoredFrom: boardVersions.restoredFrom,
      savedAt: boardVersions.savedAt,
    })
    .from(boardVersions)
    .innerJoin(users, eq(users.id, boardVersions.authorId))
    .where(eq(boardVersions.boardId, boardId))
    .$dynamic();
export type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

/** Newest first. */
export const listVersions = (boardId: number, { limit, before }: { limit: number; before: number }) =>
  selectVersions(boardId)
    .where(and(eq(boardVersions.boardId, boardId), lt(boardVersions.id, before)))
    .orderBy(desc(boardVersions.id))
    .limit(limit);

/**
 * Saves an older version again, with its date. A version never changes, so reading it first is safe.
 * @throws HttpError 403, 404, 412, 429
 */
export async function restoreVersion(viewer: Viewer, stored: BoardRow, versionId: number): Promise<void> {
  requireUnmuted(viewer);
  const [version] = await selectVersions(stored.id).where(
    and(eq(boardVersions.boardId, stored.id), eq(boardVersions.id, versionId)),
  );
  if (!version) throw new HttpError(404, boardTexts.noVersion);
  const { title, kind, body, until, savedAt } = version;
  await editBoard(viewer, stored, {
    content: { title, kind, body, until },
    keepers: stored.keepers,
    restoredFrom: savedAt,
  });
}
