import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, users } from "#db/index.ts";
import { describeConnection } from "../../people/describe-connection.ts";
import { getStudyStatus } from "../../people/study-status.server.ts";
import { avatarUrl, type userResponseSchema } from "../../schemas/user.ts";

type UserRow = typeof users.$inferSelect;

/** The columns that `visibleColumns` selects. */
type VisibleUser = Pick<
  UserRow,
  | ("id" | "name" | "email" | "avatarFile" | "batchYear" | "branch" | "skills" | "isAdmin" | "company")
  | ("position" | "phone" | "roll" | "cgpa" | "birthday" | "gender" | "location")
> & { askedBy: number | null; acceptedAt: number | null };

/** A member as the API returns one. Details that the viewer may not see must already be null in the row. */
export function serializeUser(row: VisibleUser, viewerId: number): z.infer<typeof userResponseSchema> {
  const { year, alumni } = getStudyStatus(row.batchYear);
  const role = alumni ? "alumni" : "student";
  return {
    id: String(row.id),
    name: row.name,
    email: row.email,
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    batchYear: row.batchYear,
    year,
    branch: row.branch,
    skills: row.skills,
    role: row.isAdmin ? "admin" : role,
    company: row.company,
    position: row.position,
    phone: row.phone,
    roll: row.roll,
    cgpa: row.cgpa,
    birthday: row.birthday,
    gender: row.gender,
    location: row.location,
    ...describeConnection(row, viewerId),
  };
}

const userById = db
  .select()
  .from(users)
  .where(eq(users.id, sql.placeholder("id")))
  .prepare();

/** The viewer as the API returns them, and the version of their row. */
export async function getOwnVersion(id: number) {
  const [row] = await userById.execute({ id });
  if (!row) throw new Error("the session's member does not exist");
  return { version: row.version, body: serializeUser({ ...row, askedBy: null, acceptedAt: null }, id) };
}

/** The viewer as the API returns them. */
export const getOwnUser = async (id: number) => (await getOwnVersion(id)).body;
