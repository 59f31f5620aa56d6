import { and, eq, not, or, type SQL, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, fanOuts, mentorings, notices } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { freePlaces, isBlockBetween } from "#db/scopes/mentoring.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { holdNotices, isHeld, notify, withdrawHeld, withdrawNotices } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import type { MentoringAct } from "./input.server.ts";
import type { MentoringRow } from "./list.server.ts";
import { kindSentences, mentoringTexts } from "./texts.ts";

interface Pair {
  id: number;
  mentorId: number;
  menteeId: number;
}

/** Each is a single statement that changes nothing if the state does not allow it. */
const changes = {
  accepted: ({ id, mentorId, menteeId }: Pair, _: number, line: SQL, now: number) =>
    db
      .update(mentorings)
      .set({ state: "accepted", answeredAt: now, answer: line })
      .where(
        and(
          eq(mentorings.id, id),
          eq(mentorings.state, "asked"),
          not(isMuted(mentorId)),
          not(isBlockBetween(sql`${mentorId}`, sql`${menteeId}`)),
          sql`exists (select 1 from users where users.id = ${menteeId} and users.status = 'active')`,
          sql`exists (select 1 from users where users.id = ${mentorId} and ${freePlaces()} > 0)`,
        ),
      )
      .returning({ id: mentorings.id }),
  declined: ({ id }: Pair, _: number, line: SQL, now: number) =>
    db
      .update(mentorings)
      .set({ state: "declined", answeredAt: now, answer: line })
      .where(and(eq(mentorings.id, id), eq(mentorings.state, "asked")))
      .returning({ id: mentorings.id }),
  ended: ({ id }: Pair, viewerId: number, line: SQL, now: number) =>
    db
      .update(mentorings)
      .set({ state: "ended", endedAt: now, endedBy: viewerId, thanks: line })
      .where(
        and(
          eq(mentorings.id, id),
          or(
            eq(mentorings.state, "accepted"),
            and(eq(mentorings.state, "asked"), eq(mentorings.menteeId, viewerId)),
          ),
        ),
      )
      .returning({ id: mentorings.id }),
};

/**
 * Accepts or declines a request, ends a mentoring, or withdraws a request, which notifies nobody.
 * @param canUndo whether `undoMentoring` can revert it for a minute: the other member is notified after that
 * @param line for the other member. A muted member's is refused, and one to a member who blocks the sender is dropped
 * @throws HttpError 403, 404 for anyone else's, 409 if it has changed or no place is free, 429
 */
export async function changeMentoring(
  viewer: Viewer,
  id: number,
  act: MentoringAct,
  line: string | null,
  { now = Date.now(), canUndo = false } = {},
): Promise<void> {
  limitAction("mentoring", viewer.id, mentoringTexts.tooOften);
  const pair = await requirePair(viewer.id, id);
  if (act !== "ended" && pair.mentorId !== viewer.id) throw new HttpError(403);
  const said = line ?? (act === "declined" ? kindSentences[0] : null);
  const isOwnWord = said !== null && !kindSentences.some((sentence) => sentence === said);
  const mayNotBeMuted = act === "accepted" || isOwnWord;
  if (mayNotBeMuted) requireUnmuted(viewer);

  const otherId = pair.mentorId === viewer.id ? pair.menteeId : pair.mentorId;
  const isHeard = sql`not exists (select 1 from blocks where blocker_id = ${otherId} and blocked_id = ${viewer.id})
    and not ${isMuted(viewer.id)}`;
  const kind = act === "ended" ? "mentoring-ended" : "mentoring-answered";
  const {
    changed: [changed],
    notified,
    withdrawn,
  } = await namedBatch({
    changed: changes[act](pair, viewer.id, sql`iif(${isHeard} or ${isOwnWord ? 0 : 1}, ${said}, null)`, now),
    notified: (canUndo ? holdNotices : notify)(
      {
        kind,
        userId: otherId,
        subject: viewer.id,
        actorId: viewer.id,
        facts: { name: viewer.name, state: act },
        now,
      },
      mentorings,
      // Withdrawing a request sends no notice.
      sql`changes() > 0 and ${mentorings.id} = ${id} and ${mentorings.answeredAt} is not null`,
    ),
    withdrawn: withdrawSettled(pair),
  });
  await publishNotices([...notified, ...withdrawn]);
  if (!changed) throw await explainUnchanged(viewer, pair, act);
}

/** A condition on `fan_outs`: the other member has not been notified of the viewer's answer or ending. */
const isHeldFor = (
  kind: "mentoring-answered" | "mentoring-ended",
  viewerId: number,
  otherId: number,
  now: number,
) => isHeld([kind], viewerId, { subject: viewerId, userId: otherId }, now);

/** Whether `undoMentoring` can revert the viewer's last action. */
export async function canUndoMentoring(
  viewer: Viewer,
  { state, isMentor, isEndedByViewer, other }: MentoringRow,
  now = Date.now(),
): Promise<boolean> {
  const isOwn =
    state === "ended" ? isEndedByViewer : isMentor && (state === "accepted" || state === "declined");
  if (!isOwn) return false;
  const kind = state === "ended" ? "mentoring-ended" : "mentoring-answered";
  const held = await db
    .select({ id: fanOuts.id })
    .from(fanOuts)
    .where(isHeldFor(kind, viewer.id, other.id, now))
    .limit(1);
  return held.length > 0;
}

/**
 * Reverts an answer or an ending within a minute.
 * @throws HttpError 404, 409 after that or if no place is free, 429
 */
export async function undoMentoring(viewer: Viewer, id: number, now = Date.now()): Promise<void> {
  limitAction("mentoring", viewer.id, mentoringTexts.tooOften);
  const { mentorId, menteeId } = await requirePair(viewer.id, id);
  const otherId = mentorId === viewer.id ? menteeId : mentorId;
  const canReopen = (kind: "mentoring-answered" | "mentoring-ended") =>
    and(
      eq(mentorings.id, id),
      sql`exists (select 1 from ${fanOuts} where ${isHeldFor(kind, viewer.id, otherId, now)})`,
      sql`not exists (select 1 from mentorings as open where open.mentor_id = ${mentorId}
        and open.mentee_id = ${menteeId} and open.state in ('asked', 'accepted') and open.id <> ${id})`,
      not(isBlockBetween(sql`${mentorId}`, sql`${menteeId}`)),
    );
  const isNow = (state: "asked" | "accepted") =>
    sql`exists (select 1 from mentorings where id = ${id} and state = ${state})`;
  const { reopened, resumed } = await namedBatch({
    reopened: db
      .update(mentorings)
      .set({ state: "asked", answeredAt: null, answer: null })
      .where(
        and(
          canReopen("mentoring-answered"),
          eq(mentorings.mentorId, viewer.id),
          or(eq(mentorings.state, "accepted"), eq(mentorings.state, "declined")),
        ),
      )
      .returning({ id: mentorings.id }),
    resumed: db
      .update(mentorings)
      .set({ state: "accepted", endedAt: null, endedBy: null, thanks: null })
      .where(
        and(
          canReopen("mentoring-ended"),
          eq(mentorings.state, "ended"),
          eq(mentorings.endedBy, viewer.id),
          sql`exists (select 1 from users where users.id = ${mentorId} and ${freePlaces()} > 0)`,
        ),
      )
      .returning({ id: mentorings.id }),
    heldAnswer: withdrawHeld(and(isHeldFor("mentoring-answered", viewer.id, otherId, now), isNow("asked"))),
    heldEnding: withdrawHeld(and(isHeldFor("mentoring-ended", viewer.id, otherId, now), isNow("accepted"))),
  });
  if (reopened.length + resumed.length === 0) throw HttpError.withCode("changed-meanwhile", undoTexts.late);
  await publishNotices([{ userId: viewer.id }]);
}

/** Statements that withdraw the pair's notices about requests and reminders that are settled. */
const withdrawSettled = ({ mentorId, menteeId }: Pair) => {
  const isNone = (state: "asked" | "accepted") => sql`not exists (select 1 from mentorings
    where mentor_id = ${mentorId} and mentee_id = ${menteeId} and state = ${state})`;
  const withdraw = (kind: "mentoring-asked" | "mentoring-silent", reader: number, other: number) =>
    withdrawNotices(
      [kind],
      other,
      and(eq(notices.userId, reader), isNone(kind === "mentoring-asked" ? "asked" : "accepted")),
    );
  return [
    withdraw("mentoring-asked", mentorId, menteeId),
    withdraw("mentoring-silent", mentorId, menteeId),
    withdraw("mentoring-silent", menteeId, mentorId),
  ] as const;
};

/** A mentoring that the viewer takes part in. @throws HttpError 404 */
async function requirePair(viewerId: number, id: number): Promise<Pair & { state: string }> {
  const [pair] = await db
    .select({
      id: mentorings.id,
      mentorId: mentorings.mentorId,
      menteeId: mentorings.menteeId,
      state: mentorings.state,
    })
    .from(mentorings)
    .where(
      and(eq(mentorings.id, id), or(eq(mentorings.mentorId, viewerId), eq(mentorings.menteeId, viewerId))),
    );
  if (!pair) throw new HttpError(404, mentoringTexts.gone);
  return pair;
}

async function explainUnchanged(
  viewer: Viewer,
  { id, menteeId }: Pair,
  act: MentoringAct,
): Promise<HttpError> {
  const { state } = await requirePair(viewer.id, id);
  if (act !== "accepted" || state !== "asked")
    return HttpError.withCode("changed-meanwhile", mentoringTexts.settled);
  const [found] = await db
    .select({ free: freePlaces() })
    .from(sql`users`)
    .where(
      sql`users.id = ${viewer.id} and not ${isBlockBetween(sql`${viewer.id}`, sql`${menteeId}`)}
        and exists (select 1 from users as mentee where mentee.id = ${menteeId} and mentee.status = 'active')`,
    );
  return new HttpError(409, found ? mentoringTexts.noPlaceLeft : mentoringTexts.notReachable);
}
