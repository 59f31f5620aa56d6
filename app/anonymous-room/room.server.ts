import { eq, inArray, lt, sql } from "drizzle-orm";
import { db, roomLines, roomMutes, write } from "#db/index.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { explainMute, findShownAnonymousMute } from "../auth/mutes.server.ts";
import type { Session, Viewer } from "../auth/sessions.server.ts";
import { consumeLimit } from "../limits/rate-limit.server.ts";
import { log } from "../process/log.server.ts";
import { encodeFrame, hub } from "../realtime/hub.server.ts";
import type { ShownMute } from "../schemas/mute-texts.ts";
import type { ProblemCode } from "../schemas/problem-codes.ts";
import type { LinesQuery, PublicLine, RoomLine } from "../schemas/room.ts";
import { roomName, roomTexts } from "../schemas/room-rules.ts";
import { dayMs } from "../time/durations.ts";
import { today } from "../time/time.server.ts";
import { getDayKey, guestLabel, hashAuthor } from "./day-key.server.ts";
import { insertRoomLine, newestRoomLines, nextRoomLines } from "./lines.server.ts";

// Nothing here is logged that could tell who wrote.

const retentionDays = 30;
const sweepSize = 1_000;

type SendResult =
  | { result: "stored"; line: RoomLine }
  | { result: "refused"; code: ProblemCode; detail: string; retryAfter?: number };

/** @param tempId the author's own id for the line, which is then stored once */
export async function sendRoomLine(
  { viewer, tokenHash }: Session,
  content: string,
  tempId: string | null = null,
): Promise<SendResult> {
  try {
    const now = Date.now();
    const dayKey = getDayKey(now);
    const author = hashAuthor(dayKey, viewer.id);
    const retryAfter = consumeLimit("roomLine", author.toString("base64url"));
    if (retryAfter > 0)
      return { result: "refused", code: "too-many-requests", detail: roomTexts.tooMany, retryAfter };

    const guestId = guestLabel(dayKey, tokenHash);
    const line = { day: dayKey.day, author, guestId, content, sentAt: now, tempId };
    const [stored] = await write(() => insertRoomLine(line, viewer.id, tokenHash));
    if (!stored) {
      const [can] = await db
        .select({ write: canStillWrite(tokenHash, { isPost: false }).mapWith(Boolean) })
        .from(sql`(select 1)`);
      if (!can?.write) return { result: "refused", code: "login-required", detail: roomTexts.loggedOut };
      const isOfToday = (await findLineMute(author)) !== null;
      const muted = isOfToday
        ? roomTexts.mutedToday
        : (await explainMute(viewer.id, { isAnonymous: true })).message;
      return { result: "refused", code: "muted", detail: muted };
    }
    const data = serializeLine(stored);
    if (stored.sentAt === now) hub.sendToRoom(roomName, encodeFrame({ event: "anonymous-message", data }));
    return { result: "stored", line: { ...data, own: true } };
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "room line not stored");
    return { result: "refused", code: "unavailable", detail: roomTexts.sendFailed };
  }
}

async function findLineMute(author: Buffer): Promise<ShownMute | null> {
  const [mute] = await db
    .select({ reason: roomMutes.reason })
    .from(roomMutes)
    .where(eq(roomMutes.author, author));
  return mute ? { covers: "room", reason: mute.reason, until: "until midnight" } : null;
}

/** What keeps a member from writing here: a mute by name, through an alias, or of today's lines. */
export const findRoomMute = async (viewer: Viewer): Promise<ShownMute | null> =>
  (await findShownAnonymousMute(viewer)) ?? (await findLineMute(hashAuthor(getDayKey(), viewer.id)));

const serializeLine = (line: {
  id: number;
  content: string;
  guestId: string;
  sentAt: number;
}): PublicLine => ({
  id: String(line.id),
  content: line.content,
  guestId: line.guestId,
  timestamp: new Date(line.sentAt).toISOString(),
});

export async function listRoomLines(
  userId: number,
  { limit, before = Number.MAX_SAFE_INTEGER, after }: LinesQuery,
): Promise<{ lines: RoomLine[]; hasMore: boolean }> {
  const author = hashAuthor(getDayKey(), userId);
  const page = { author, before, limit: limit + 1 };
  const rows =
    after === undefined
      ? await newestRoomLines.execute(page)
      : await nextRoomLines.execute({ ...page, after });
  const shown = rows.slice(0, limit);
  if (after === undefined) shown.reverse();
  return {
    lines: shown.map((row) => ({ ...serializeLine(row), own: row.isOwn === 1 })),
    hasMore: rows.length > limit,
  };
}

export const getGuestLabel = ({ tokenHash }: Session): string => guestLabel(getDayKey(), tokenHash);

export async function sweepRoom(now = Date.now()): Promise<void> {
  const old = db
    .select({ id: roomLines.id })
    .from(roomLines)
    .where(lt(roomLines.day, today(now - retentionDays * dayMs)))
    .limit(sweepSize);
  let deleted: unknown[];
  do {
    deleted = await write(() =>
      db.delete(roomLines).where(inArray(roomLines.id, old)).returning({ id: roomLines.id }),
    );
  } while (deleted.length === sweepSize);
  await write(() => db.delete(roomMutes).where(lt(roomMutes.day, today(now))));
}
