import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, users } from "#db/index.ts";
import type { userResponseSchema } from "../../schemas/user.ts";
import { today } from "../../time.server.ts";

type UserRow = typeof users.$inferSelect;

/**
 * A member's year of study and whether they have graduated. With Y the year of the next 30 June, members of batches
 * before Y are alumni; the year of study is 4 − (batch − Y), null outside 1 to 4.
 */
export function getStudyStatus(
  batchYear: number | null,
  day = today(),
): { year: number | null; alumni: boolean } {
  if (batchYear === null) return { year: null, alumni: false };
  const nextJune = Number(day.slice(0, 4)) + (day.slice(5) > "06-30" ? 1 : 0);
  const year = 4 - (batchYear - nextJune);
  return { year: year >= 1 && year <= 4 ? year : null, alumni: batchYear < nextJune };
}

/** The columns that `visibleColumns` selects. */
type VisibleUser = Pick<
  UserRow,
  | ("id" | "name" | "email" | "avatarFile" | "batchYear" | "branch" | "skills" | "isAdmin" | "company")
  | ("position" | "phone" | "roll" | "cgpa" | "birthday" | "gender" | "location")
> & { askedBy: number | null; acceptedAt: number | null };

/** A member as the API returns one. Details that the viewer may not see must already be null in the row. */
export function serializeUser(row: VisibleUser, viewerId: number): z.infer<typeof userResponseSchema> {
  const { year, alumni } = getStudyStatus(row.batchYear);
  return {
    id: String(row.id),
    name: row.name,
    email: row.email,
    avatarUrl: row.avatarFile && `/files/avatars/${row.avatarFile}`,
    batchYear: row.batchYear,
    year,
    branch: row.branch,
    skills: row.skills,
    role: row.isAdmin ? "admin" : alumni ? "alumni" : "student",
    company: row.company,
    position: row.position,
    phone: row.phone,
    roll: row.roll,
    cgpa: row.cgpa,
    birthday: row.birthday,
    gender: row.gender,
    location: row.location,
    connection: row.askedBy === null ? "none" : row.acceptedAt === null ? "pending" : "connected",
    connectionBy: row.askedBy === null ? null : row.askedBy === viewerId ? "me" : "them",
  };
}

const userById = db
  .select()
  .from(users)
  .where(eq(users.id, sql.placeholder("id")))
  .prepare();

/** The viewer as the API returns them. */
export async function getOwnUser(id: number): Promise<z.infer<typeof userResponseSchema>> {
  const [row] = await userById.execute({ id });
  if (!row) throw new Error("the session's member does not exist");
  return serializeUser({ ...row, askedBy: null, acceptedAt: null }, id);
}
