import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { unknownCursor } from "#app/platform/schemas/query-fields.server.ts";
import { programmeOf } from "#app/platform/settings.server.ts";
import { upcoming } from "#app/platform/time/time.server.ts";
import { connections, db, users } from "#db/index.ts";
import { isConnectionWith, profileColumns, visibleColumns } from "#db/scopes/users.ts";
import { describeConnection } from "./describe-connection.ts";
import { avatarUrl } from "./person.server.ts";
import type { profileResponseSchema, userResponseSchema } from "./response.server.ts";
import { getStudyStatus } from "./study-status.server.ts";

type UserRow = typeof users.$inferSelect;

/** The columns that `visibleColumns` selects. */
type VisibleUser = Pick<
  UserRow,
  | (
      | "id"
      | "name"
      | "email"
      | "avatarFile"
      | "batchYear"
      | "programmeId"
      | "branch"
      | "skills"
      | "isAdmin"
      | "company"
    )
  | ("position" | "phone" | "roll" | "cgpa" | "birthday" | "gender" | "location")
> & { askedBy: number | null; acceptedAt: number | null };

/** A member as the API returns one. Details that the viewer may not see must already be null in the row. */
export function serializeUser(row: VisibleUser, viewerId: number): z.infer<typeof userResponseSchema> {
  const { year, alumni } = getStudyStatus(row);
  const role = alumni ? "alumni" : "student";
  return {
    id: String(row.id),
    name: row.name,
    email: row.email,
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    batchYear: row.batchYear,
    year,
    programme: row.programmeId === null ? null : programmeOf(row.programmeId).name,
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

/** The columns of `profileColumns`. */
type ProfileRow = Pick<
  UserRow,
  | ("about" | "askBy" | "notNowUntil" | "links" | "positions" | "mentoringPlaces" | "mentoringNote")
  | "showsMentored"
> & { topics: string | null; mentoringFree: number | null };

/** A single member, with the fields that lists leave out. */
export const serializeProfile = (
  row: VisibleUser & ProfileRow,
  viewerId: number,
): z.infer<typeof profileResponseSchema> => ({
  ...serializeUser(row, viewerId),
  about: row.about,
  topics: row.topics?.split(" ") ?? [],
  askBy: row.askBy,
  notNowUntil: upcoming(row.notNowUntil),
  links: row.links,
  positions: row.positions,
  mentoring:
    row.mentoringPlaces === null || (row.mentoringFree === null && row.id !== viewerId)
      ? null
      : {
          places: row.mentoringPlaces,
          note: row.mentoringNote,
          free: row.mentoringFree ?? 0,
        },
  showsMentored: row.showsMentored,
});

const userById = db
  .select({ ...getTableColumns(users), ...profileColumns(sql.placeholder("now")) })
  .from(users)
  .where(eq(users.id, sql.placeholder("id")))
  .prepare();

/** The viewer as the API returns them, and the version of their row. */
export async function requireOwnVersion(id: number) {
  const [row] = await userById.execute({ id, now: Date.now() });
  if (!row) throw new Error("the session's member does not exist");
  return { version: row.version, body: serializeProfile({ ...row, askedBy: null, acceptedAt: null }, id) };
}

/** The viewer as the API returns them. */
export const requireOwnUser = async (id: number) => (await requireOwnVersion(id)).body;

/** Members as the viewer may see them. */
export const selectUsers = (viewer: Viewer, where: SQL | undefined, order: SQL, limit: number) =>
  db
    .select(visibleColumns(viewer))
    .from(users)
    .leftJoin(connections, isConnectionWith(viewer.id))
    .where(where)
    .orderBy(order)
    .limit(limit);

/** The id and name of the last member of a page. */
const cursorSchema = z.tuple([z.number(), z.string()]);

export const encodeCursor = ({ id, name }: { id: number; name: string }) =>
  Buffer.from(JSON.stringify([id, name])).toString("base64url");

/** @throws HttpError 422 for an invalid cursor */
export function decodeCursor(cursor: string | undefined): { id: number; name: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const decoded = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const [id, name] = cursorSchema.parse(decoded);
    return { id, name };
  } catch {
    throw HttpError.forFields({ cursor: [unknownCursor] });
  }
}
