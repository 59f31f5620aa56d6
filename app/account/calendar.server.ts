import { hash, randomBytes } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { calendars, db, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

/** Finds the calendar with this code, unless its member is suspended. */
export async function findCalendar(code: string) {
  const [calendar] = await db
    .select({
      id: calendars.id,
      userId: users.id,
      hasDeadlines: calendars.hasDeadlines,
      entries: calendars.entries,
      revision: calendars.revision,
    })
    .from(calendars)
    .innerJoin(users, and(eq(users.id, calendars.userId), eq(users.status, "active")))
    .where(eq(calendars.codeHash, hash("sha256", code)));
  return calendar;
}

export async function findOwnCalendar(userId: number) {
  const [calendar] = await db
    .select({ hasDeadlines: calendars.hasDeadlines, createdAt: calendars.createdAt })
    .from(calendars)
    .where(eq(calendars.userId, userId));
  return calendar ?? null;
}

/**
 * Creates a calendar address, which replaces the member's earlier one. Only a hash of its code is stored.
 * @returns the address
 */
export async function makeCalendar({ id }: Viewer, hasDeadlines: boolean): Promise<string> {
  const code = randomBytes(16).toString("base64url");
  const row = { userId: users.id, codeHash: hash("sha256", code), hasDeadlines, createdAt: Date.now() };
  await write(() =>
    insertSelect(
      db,
      calendars,
      row,
      users,
      and(eq(users.id, id), eq(users.status, "active")),
    ).onConflictDoUpdate({
      target: calendars.userId,
      set: { ...row, userId: id, entries: [], revision: sql`${calendars.revision} + 1` },
    }),
  );
  logSecurityEvent("calendar-made", { memberId: id });
  return `${siteOrigin}/calendar/${code}.ics`;
}

export async function chooseDeadlines({ id }: Viewer, hasDeadlines: boolean): Promise<void> {
  await write(() => db.update(calendars).set({ hasDeadlines }).where(eq(calendars.userId, id)));
}

export async function endOwnCalendar({ id }: Viewer): Promise<void> {
  await write(() => endCalendar(sql`(${id})`));
  logSecurityEvent("calendar-ended", { memberId: id });
}

/** @param userIds a list or a select in parentheses */
export const endCalendar = (userIds: SQL) =>
  db.delete(calendars).where(sql`${calendars.userId} in ${userIds}`);
