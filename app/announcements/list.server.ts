import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { announcements, batchTotals, db, users } from "#db/index.ts";
import { isAnnouncerThere, isCurrent, isForReader, mayTakeBack } from "#db/scopes/announcements.ts";
import { personColumns } from "../people/person.server.ts";
import { announcementTexts } from "./texts.ts";

const selectFor = (viewerId: number) =>
  db
    .select({
      id: announcements.id,
      text: announcements.text,
      batchYear: announcements.batchYear,
      until: announcements.until,
      createdAt: announcements.createdAt,
      readCount: announcements.readCount,
      seesCount: isAnnouncerThere(viewerId).mapWith(Boolean),
      mayTakeBack: mayTakeBack(viewerId).mapWith(Boolean),
      author: personColumns,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.userId));

export type AnnouncementRow = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** The current announcements for a member, including those they may take back, newest first. */
export const selectAnnouncements = (viewerId: number, { limit, before }: { limit: number; before: number }) =>
  selectFor(viewerId)
    .where(and(isCurrent(today()), isForReader(viewerId), lt(announcements.id, before)))
    .orderBy(desc(announcements.id))
    .limit(limit);

/** @throws HttpError 404 */
export async function requireAnnouncement(viewerId: number, id: number): Promise<AnnouncementRow> {
  const [found] = await selectFor(viewerId).where(
    and(isCurrent(today()), isForReader(viewerId), eq(announcements.id, id)),
  );
  if (!found) throw new HttpError(404, announcementTexts.gone);
  return found;
}

const maxBatches = 200;

/** The batches that a member may announce to; null means all members. */
export async function listPlaces(viewer: { id: number; isAdmin: boolean }): Promise<(number | null)[]> {
  if (viewer.isAdmin) return [null, ...(await listBatches())];
  const [own] = await db
    .select({ batchYear: users.announcerBatch })
    .from(users)
    .where(eq(users.id, viewer.id));
  return own?.batchYear == null ? [] : [own.batchYear];
}

export async function listBatches(): Promise<number[]> {
  const rows = await db
    .select({ year: sql<number>`${batchTotals.batchYear}` })
    .from(batchTotals)
    .where(and(gt(batchTotals.total, 0), gt(batchTotals.batchYear, 0)))
    .orderBy(desc(batchTotals.batchYear))
    .limit(maxBatches);
  return rows.map(({ year }) => year);
}
