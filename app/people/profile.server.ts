import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, users } from "#db/index.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { canEditUser, isActiveNoIndex } from "#db/scopes/users.ts";
import { mutedText } from "../auth/guards.server.ts";
import type { Viewer } from "../auth/sessions.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { type ProfileChange, profileDetails } from "../schemas/profile.ts";

const tooMany = "You've changed profiles many times. Please wait a few minutes.";

/**
 * @param versions those that may be changed; undefined for all
 * @throws HttpError 404, 403 when it is someone else's, or a muted member changes what others read, 412, 429
 */
export async function updateProfile(
  viewer: Viewer,
  id: number,
  change: ProfileChange,
  versions?: number[],
): Promise<void> {
  limitAction("profile", viewer.id, tooMany);
  const { name, allowAnonymous, ...fields } = change;
  const isEditable = and(
    eq(users.id, id),
    isActiveNoIndex,
    canEditUser(viewer),
    versions && inArray(users.version, versions),
    or(not(isMuted(viewer.id)), leavesDetails(change)),
  );
  const update = db
    .update(users)
    .set({
      ...fields,
      ...(name !== undefined && renamed(name)),
      // Drizzle refuses an update that sets nothing.
      allowAnonymous: allowAnonymous ?? sql`${users.allowAnonymous}`,
    })
    .where(isEditable)
    .returning({ id: users.id });
  const [, updated] = await db.batch([
    insertAuditEntryUnlessOwn({ viewer, verb: "changed", kind: "profile", id, condition: isEditable }),
    update,
  ]);
  if (updated.length === 0) throw await explainRejection(viewer, id, versions);
}

/** Whether a change leaves what others may read as it is: a form sends everything. */
const leavesDetails = (change: ProfileChange): SQL | undefined =>
  and(
    sql`true`,
    ...profileDetails
      .filter((name) => change[name] !== undefined)
      .map((name) => sql`${users[name]} is ${sql.param(change[name], users[name])}`),
  );

/** The last word is the last name. A name that stays keeps its parts. */
function renamed(name: string) {
  const space = name.lastIndexOf(" ");
  const [first, last] = space < 0 ? [name, ""] : [name.slice(0, space), name.slice(space + 1)];
  const isSame = sql`${users.name} = ${name}`;
  return {
    name,
    firstName: sql`case when ${isSame} then ${users.firstName} else ${first} end`,
    lastName: sql`case when ${isSame} then ${users.lastName} else ${last} end`,
  };
}

async function explainRejection(
  viewer: Viewer,
  id: number,
  versions: number[] | undefined,
): Promise<HttpError> {
  const [user] = await db
    .select({ version: users.version })
    .from(users)
    .where(and(eq(users.id, id), isActiveNoIndex));
  if (!user) return new HttpError(404, "No such member.");
  if (!viewer.isAdmin && viewer.id !== id)
    return HttpError.withCode("not-yours", "Only its owner can change this profile.");
  const isChanged = versions?.includes(user.version) === false;
  return isChanged ? HttpError.withCode("version-mismatch") : HttpError.withCode("muted", mutedText);
}
