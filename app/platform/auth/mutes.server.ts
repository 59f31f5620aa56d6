import { desc, eq, sql } from "drizzle-orm";
import { aliasMutes, db, users } from "#db/index.ts";
import { isMutedNow, isOwnAliasMute } from "#db/scopes/mutes.ts";
import { HttpError } from "../http/problem.server.ts";
import { formatDateTime } from "../time/time.server.ts";
import type { ShownMute } from "./mute-texts.ts";
import type { Mute, Viewer } from "./sessions.server.ts";

/** Such as "until 31 Dec, 18:30"; "" for a mute without an end. */
export const describeEnd = (until: number | null): string =>
  until === null ? "" : `until ${formatDateTime(until)}`;

const untilText = ({ until }: Mute) => (until === null ? "" : ` ${describeEnd(until)}`);

export const describeMute = (mute: Mute): string =>
  `A moderator or administrator has muted you${untilText(mute)}. You can read, but not post.`;

/** For anonymous posts, including lines in the anonymous room. */
const describeAnonymousMute = (mute: Mute): string =>
  `A moderator or administrator has muted you here${untilText(mute)}. You can still read.`;

export const presentMute = (mute: Mute, covers: ShownMute["covers"] = "everything"): ShownMute => ({
  covers,
  reason: mute.reason,
  until: describeEnd(mute.until) || null,
});

/** Returns the mute of the member's account, or null. Mutes of aliases are separate. */
export async function findMute(userId: number): Promise<Mute | null> {
  const [mute] = await db
    .select({ reason: sql<string>`coalesce(${users.muteReason}, '')`, until: users.mutedUntil })
    .from(users)
    .where(sql`${eq(users.id, userId)} and ${isMutedNow("users")}`);
  return mute ?? null;
}

/** The member's muted aliases, the one muted longest first. */
export const selectAliasMutes = (userId: number) =>
  db
    .select({
      alias: aliasMutes.alias,
      reason: aliasMutes.reason,
      until: aliasMutes.mutedUntil,
      mutedAt: aliasMutes.mutedAt,
    })
    .from(aliasMutes)
    .where(isOwnAliasMute(userId))
    .orderBy(desc(sql`coalesce(${aliasMutes.mutedUntil}, 9e15)`), aliasMutes.alias)
    .limit(maxAliasMutes);

const maxAliasMutes = 20;

/** Returns the mute that stops a member from writing anonymously: the account's, else an alias's. */
async function findAnonymousMute(userId: number): Promise<Mute | null> {
  const [mute] = await selectAliasMutes(userId);
  return (await findMute(userId)) ?? mute ?? null;
}

/** The mute to show instead of an anonymous form. */
export async function findShownAnonymousMute({ id, mute }: Viewer): Promise<ShownMute | null> {
  if (mute) return presentMute(mute);
  const [own] = await selectAliasMutes(id);
  return own ? presentMute(own, "anonymous") : null;
}

/** Explains why a statement wrote nothing: the member was muted after the session was read. */
export async function explainMute(userId: number, { isAnonymous = false } = {}): Promise<HttpError> {
  if (!isAnonymous) return HttpError.withCode("muted", describeMute((await findMute(userId)) ?? ended));
  return HttpError.withCode("muted", describeAnonymousMute((await findAnonymousMute(userId)) ?? ended));
}

/** Used when the mute has ended in the meantime. */
const ended: Mute = { reason: "", until: null };
