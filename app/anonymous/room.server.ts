import { eq, lt } from "drizzle-orm";
import { changeTexts, lineChangeTexts } from "#app/messages/change-texts.ts";
import { messageTexts } from "#app/messages/rules.ts";
import type { ShownMute } from "#app/platform/auth/mute-texts.ts";
import { explainMute, findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { deleteInBatches } from "#db/delete-in-batches.ts";
import { db, roomLines, roomMutes, write } from "#db/index.ts";
import { type Reaction, signs } from "#db/vocabulary.ts";
import { getDayKey, guestLabel, hashAuthor, hashReaction } from "./day-key.server.ts";
import type { LinesQuery, PublicLine, RoomLine } from "./input.server.ts";
import {
  deleteRoomLine,
  insertRoomLine,
  newestRoomLines,
  nextRoomLines,
  type RoomRow,
  reactToRoomLine,
  selectOwnReactions,
  selectRoomLine,
  selectRoomRights,
} from "./lines.server.ts";
import { roomName, roomTexts } from "./rules.ts";

// Nothing in this file logs anything that could identify an author.

const retentionDays = 30;

function actorOf({ viewer, tokenHash }: Session, now: number) {
  const dayKey = getDayKey(now);
  return { dayKey, userId: viewer.id, tokenHash, author: hashAuthor(dayKey, viewer.id) };
}
type Actor = ReturnType<typeof actorOf>;

/**
 * @param tempId the author's own id for the line, which ensures that it is stored once
 * @throws HttpError 401, 403, 422, 429, 503
 */
export async function sendRoomLine(
  session: Session,
  content: string,
  replyToId: number | null = null,
  tempId: string | null = null,
): Promise<RoomLine> {
  try {
    const now = Date.now();
    const actor = actorOf(session, now);
    const { dayKey, author } = actor;
    limitAction("roomLine", author.toString("base64url"), roomTexts.tooMany);

    const guestId = guestLabel(dayKey, session.tokenHash);
    const line = { day: dayKey.day, author, guestId, content, sentAt: now, tempId, replyToId };
    const [stored] = await write(() => insertRoomLine(line, actor));
    if (!stored)
      throw (await explainRights(actor)) ?? HttpError.forFields({ replyTo: [lineChangeTexts.unknownReply] });
    const [row] = await selectRoomLine(stored.id, author);
    if (!row) throw new Error("the line is gone");
    const [data] = await serializeLines([row], actor);
    if (!data) throw new Error("the line is gone");
    if (stored.sentAt === now) sendToRoom("anonymous-message", data);
    return data;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "room line not stored");
    throw new HttpError(503, roomTexts.sendFailed);
  }
}

async function findLineMute(author: Buffer): Promise<ShownMute | null> {
  const [mute] = await db
    .select({ reason: roomMutes.reason })
    .from(roomMutes)
    .where(eq(roomMutes.author, author));
  return mute ? { covers: "room", reason: mute.reason, until: "until midnight" } : null;
}

/** The mute that keeps a member from writing here: of their name, of an alias, or of today's lines. */
export const findRoomMute = async (viewer: Viewer): Promise<ShownMute | null> =>
  (await findShownAnonymousMute(viewer)) ?? (await findLineMute(hashAuthor(getDayKey(), viewer.id)));

/** The reason why the member may not write here, or null. */
async function explainRights(actor: Actor): Promise<HttpError | null> {
  const [rights] = await selectRoomRights(actor);
  if (!rights?.isLoggedIn) return HttpError.withCode("login-required", roomTexts.loggedOut);
  if (rights.canWrite) return null;
  const isOfToday = (await findLineMute(actor.author)) !== null;
  return isOfToday
    ? HttpError.withCode("muted", roomTexts.mutedToday)
    : explainMute(actor.userId, { isAnonymous: true });
}

/** The frame does not show which lines and reactions are the viewer's. */
function sendToRoom(
  event: "anonymous-message" | "message_deleted" | "message_reacted",
  { own: _, ...line }: RoomLine,
): void {
  const reactions = line.reactions?.map((reaction) => ({ ...reaction, own: false }));
  hub.sendToRoom(roomName, encodeFrame({ event, data: { ...line, ...(reactions && { reactions }) } }));
}

/** @throws HttpError 401, 403, 404, 409, 429, 503 */
export const removeRoomLine = (session: Session, id: number): Promise<RoomLine> =>
  changeLine(session, id, "message_deleted", async (actor, now) => {
    const [deleted] = await db.batch(deleteRoomLine(id, actor, messageTexts.deleted, now));
    return deleted.length > 0;
  });

/** @param sign null removes the reaction @throws HttpError 401, 403, 404, 409, 429, 503 */
export const reactInRoom = (session: Session, id: number, sign: Reaction | null): Promise<RoomLine> =>
  changeLine(session, id, "message_reacted", async (actor) => {
    const by = hashReaction(actor.dayKey, actor.userId, id);
    const changed = await write(() => reactToRoomLine(id, by, sign, actor));
    return changed.length > 0;
  });

async function changeLine(
  session: Session,
  id: number,
  event: "message_deleted" | "message_reacted",
  change: (actor: Actor, now: number) => Promise<boolean>,
): Promise<RoomLine> {
  try {
    const now = Date.now();
    const actor = actorOf(session, now);
    limitAction("messageChange", actor.author.toString("base64url"), changeTexts.tooManyChanges);
    const isChanged = await change(actor, now);
    const [row] = await selectRoomLine(id, actor.author);
    if (!row) throw new HttpError(404, lineChangeTexts.unknownLine);
    const [line] = await serializeLines([row], actor);
    if (!line) throw new HttpError(404, lineChangeTexts.unknownLine);
    if (isChanged) sendToRoom(event, line);
    else await explainLine(actor, row, event);
    return line;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "room line not changed");
    throw new HttpError(503, roomTexts.changeFailed);
  }
}

/** Throws the reason why nothing was changed. Repeating a change is not an error. */
async function explainLine(actor: Actor, row: RoomRow, event: string): Promise<void> {
  if (event === "message_deleted") {
    if (row.isOwn !== 1) throw HttpError.withCode("not-yours", lineChangeTexts.notYours);
    if (row.deletedAt !== null) return;
    throw HttpError.withCode("login-required", roomTexts.loggedOut);
  }
  const refusal = await explainRights(actor);
  if (refusal) throw refusal;
  if (row.deletedAt !== null) throw new HttpError(409, changeTexts.deletedMeanwhile);
}

/** Reactions of earlier days are counted, but no longer belong to anybody. */
async function serializeLines(
  rows: RoomRow[],
  { dayKey, userId }: Pick<Actor, "dayKey" | "userId">,
): Promise<RoomLine[]> {
  const keys = rows
    .filter((row) => row.signs !== null)
    .map(({ id }) => ({ lineId: id, hash: hashReaction(dayKey, userId, id).toString("hex").toUpperCase() }));
  const own = keys.length > 0 ? await selectOwnReactions(keys) : [];
  const ownSigns = new Map(own.map(({ lineId, sign }) => [lineId, sign]));
  return rows.map((row) => ({ ...serializeLine(row, ownSigns.get(row.id)), own: row.isOwn === 1 }));
}

function serializeLine(row: RoomRow, ownSign: Reaction | undefined): PublicLine {
  const counts: Partial<Record<Reaction, number>> | null = row.signs && JSON.parse(row.signs);
  return {
    id: String(row.id),
    content: row.content,
    guestId: row.guestId,
    timestamp: new Date(row.sentAt).toISOString(),
    // Lines are deleted after 30 days, so the quoted line may be missing.
    ...(row.replyToId !== null && {
      replyTo: {
        id: String(row.replyToId),
        guestId: row.answeredGuestId ?? "",
        content: row.answered ?? messageTexts.deleted,
      },
    }),
    ...(counts && {
      reactions: signs.flatMap((sign) => {
        const count = counts[sign];
        return count ? [{ sign, count, own: sign === ownSign }] : [];
      }),
    }),
    ...(row.deletedAt !== null && { deletedAt: new Date(row.deletedAt).toISOString() }),
  };
}

export async function listRoomLines(
  userId: number,
  { limit, before = Number.MAX_SAFE_INTEGER, after }: LinesQuery,
): Promise<{ lines: RoomLine[]; hasMore: boolean }> {
  const dayKey = getDayKey();
  const page = { author: hashAuthor(dayKey, userId), before, limit: limit + 1 };
  const rows =
    after === undefined
      ? await newestRoomLines.execute(page)
      : await nextRoomLines.execute({ ...page, after });
  const shown = rows.slice(0, limit);
  if (after === undefined) shown.reverse();
  return {
    lines: await serializeLines(shown, { dayKey, userId }),
    hasMore: rows.length > limit,
  };
}

export const getGuestLabel = ({ tokenHash }: Session): string => guestLabel(getDayKey(), tokenHash);

export async function sweepRoom(now = Date.now()): Promise<void> {
  await deleteInBatches(roomLines, lt(roomLines.day, addDays(today(now), -retentionDays)));
  await write(() => db.delete(roomMutes).where(lt(roomMutes.day, today(now))));
}
