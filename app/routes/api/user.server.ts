import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db, users } from "#db/index.ts";
import type { userResponseSchema } from "../../schemas/user.ts";
import { today } from "../../time.server.ts";

type UserRow = typeof users.$inferSelect;

/**
 * Where a member stands in their studies, with Y the year of the next 30 June: alumni when the batch is before Y;
 * the year of study is 4 − (batch − Y), null outside 1 to 4.
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

/** A member as the database shows them to one who may see some of it. */
type VisibleUser = Pick<
  UserRow,
  | ("id" | "name" | "email" | "avatarFile" | "batchYear" | "branch" | "skills" | "isAdmin" | "company")
  | ("position" | "phone" | "roll" | "cgpa" | "birthday" | "gender" | "location")
> & { askedBy: number | null; acceptedAt: number | null };

/** A member as the API shows one. What the caller may not see must be null in the row already. */
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

/** The caller's own row, for the calls that answer with the user. */
export async function getOwnUser(id: number): Promise<z.infer<typeof userResponseSchema>> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error("a session without its member");
  return serializeUser({ ...row, askedBy: null, acceptedAt: null }, id);
}
