import { and, eq, sql } from "drizzle-orm";
import { type RouterContextProvider, redirect } from "react-router";
import { hasScope, missingScopeText, type Session, type Viewer } from "#app/platform/auth/sessions.server.ts";
import { endWithTitle, redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { areaOff, isCardOn } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { addDays, startOfDay, today } from "#app/platform/time/time.server.ts";
import { db, notices, todayDismissals } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import { register, unregister } from "../events/participation.server.ts";
import { forgetJob, saveJob } from "../jobs/tracking.server.ts";
import { changeMentoring, undoMentoring } from "../mentoring/answer.server.ts";
import { markRead, publishNotices } from "../notices/publish.server.ts";
import { describeChange } from "../people/connection-texts.ts";
import { changeConnection, undoConnectionChange } from "../people/connections.server.ts";
import type { Flash } from "../ui/flash.tsx";
import { type Card, isCard, isFileAct, type Source } from "./card.server.ts";
import { todayTexts } from "./rules.ts";
import { findSource, readerOf } from "./today.server.ts";

/** Only this many of a member's latest dismissals are stored. */
const maxDismissals = 500;

/** @throws HttpError 404 for an unknown card, one the caller may not read, or one of an area that is off */
function requireSource(id: string, mayRead: (subject: Source["subject"]) => boolean): Source {
  if (!isCardOn(id.split("-", 1)[0] ?? "")) throw areaOff();
  const source = findSource(id);
  if (!source || !mayRead(source.subject)) throw new HttpError(404, todayTexts.gone);
  return source;
}
type MayRead = Parameters<typeof requireSource>[1];
const everything: MayRead = () => true;

/** Whether a member has a card now, dismissed or not. */
const hasCard = (viewer: Viewer, source: Source, id: string) =>
  sql`exists ${source.select(readerOf(viewer), isCard(id))}`;

/**
 * Dismisses a card permanently, or a request until tomorrow. Idempotent. @throws HttpError 404 for a card that the
 * member does not have, 429
 */
export async function dismissCard(viewer: Viewer, id: string, mayRead: MayRead = everything): Promise<void> {
  limitAction("today", viewer.id);
  const source = requireSource(id, mayRead);
  const isOwn = eq(todayDismissals.userId, viewer.id);
  const until = source.isRequest ? startOfDay(addDays(today(), 1)) : null;
  const {
    kept: [kept],
  } = await namedBatch({
    dismissed: insertSelect(
      db,
      todayDismissals,
      { userId: viewer.id, card: id, until },
      sql`(select 1)`,
      hasCard(viewer, source, id),
    ).onConflictDoUpdate({ target: [todayDismissals.userId, todayDismissals.card], set: { until } }),
    forgotten: db
      .delete(todayDismissals)
      .where(
        and(
          isOwn,
          sql`id <= (select id from today_dismissals where user_id = ${viewer.id} order by id desc limit 1 offset ${maxDismissals})`,
        ),
      ),
    kept: db
      .select({ id: todayDismissals.id })
      .from(todayDismissals)
      .where(and(isOwn, eq(todayDismissals.card, id))),
  });
  if (!kept) throw new HttpError(404, todayTexts.gone);
  await publishNotices([{ userId: viewer.id }]);
}

/** Dismisses a card and returns the message about it. @throws HttpError as `dismissCard` */
export async function hideCard(viewer: Viewer, id: string): Promise<Done> {
  await dismissCard(viewer, id);
  const { isRequest } = requireSource(id, everything);
  return { text: isRequest ? todayTexts.later : todayTexts.hidden, canUndo: true };
}

/** Undoes `dismissCard`. Idempotent. @throws HttpError 404, 429 */
export async function restoreCard(viewer: Viewer, id: string, mayRead: MayRead = everything): Promise<void> {
  limitAction("today", viewer.id);
  const source = requireSource(id, mayRead);
  const [removed, [present]] = await db.batch([
    db
      .delete(todayDismissals)
      .where(and(eq(todayDismissals.userId, viewer.id), eq(todayDismissals.card, id)))
      .returning({ id: todayDismissals.id }),
    db.select({ isThere: hasCard(viewer, source, id).mapWith(Boolean) }).from(sql`(select 1)`),
  ]);
  if (removed.length === 0 && !present?.isThere) throw new HttpError(404, todayTexts.gone);
  await publishNotices([{ userId: viewer.id }]);
}

/** The result of a card's action, shown in its place. */
export interface Done extends Pick<Flash, "text" | "link"> {
  canUndo: boolean;
}

interface CardActions {
  act(viewer: Viewer, subject: number, canUndo: boolean): Promise<Done>;
  decline?(viewer: Viewer, subject: number): Promise<Done>;
  undo(viewer: Viewer, subject: number): Promise<unknown>;
}

/** The actions of cards, by the prefix of their ids. Each action checks permissions itself. */
const actions: Record<string, CardActions> = {
  request: {
    async act(viewer, userId, canUndo) {
      const { state, name } = await changeConnection(viewer, userId, "accept", canUndo);
      return {
        text: describeChange("accept", state, name),
        link: { to: `/messages/${userId}`, text: "Write to them" },
        canUndo,
      };
    },
    async decline(viewer, userId) {
      const { state, name } = await changeConnection(viewer, userId, "decline");
      return { text: describeChange("decline", state, name), canUndo: true };
    },
    undo: undoConnectionChange,
  },
  batch: {
    async act(viewer, userId, canUndo) {
      const { state, name } = await changeConnection(viewer, userId, "ask", canUndo);
      return { text: describeChange("ask", state, name), canUndo };
    },
    undo: (viewer, userId) => changeConnection(viewer, userId, "withdraw"),
  },
  mentoring: {
    async act(viewer, id, canUndo) {
      await changeMentoring(viewer, id, "accepted", null, { canUndo });
      return {
        text: "You are their mentor now.",
        link: { to: `/mentoring/${id}`, text: "Write them a first message" },
        canUndo,
      };
    },
    async decline(viewer, id) {
      await changeMentoring(viewer, id, "declined", null, { canUndo: true });
      return { text: "The request has been declined.", canUndo: true };
    },
    undo: undoMentoring,
  },
  coming: {
    async act(viewer, eventId) {
      const { title } = await register(viewer, eventId);
      return { text: `You're registered for ${endWithTitle(title)}`, canUndo: true };
    },
    undo: unregister,
  },
  job: {
    async act({ id }, jobId) {
      if (!(await saveJob(id, jobId, and(isListedJob, isOpenJob(today())))))
        throw new HttpError(404, todayTexts.gone);
      // Marks a notice about this job alone as read.
      await markRead(
        id,
        sql`${notices.kind} = 'saved-search' and ${notices.count} = 1 and ${notices.url} like '/jobs%'
          and ${notices.facts} ->> 'id' = ${String(jobId)}`,
      );
      return { text: "Saved. You'll find it in My jobs.", canUndo: true };
    },
    undo: ({ id }, jobId) => forgetJob(id, jobId),
  },
};

/** @throws HttpError 404 for a card without actions */
function requireActions(id: string): { actions: CardActions; subject: number } {
  const [, name = "", subject = ""] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(id) ?? [];
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!found) throw new HttpError(404, todayTexts.gone);
  return { actions: found, subject: Number(subject) };
}

/**
 * Performs a card's action and returns the result.
 * @throws HttpError 404 for an unknown card, and the errors of the action itself: 403, 409, 422, 429
 */
export async function actOn(viewer: Viewer, id: string, session?: Session): Promise<Done> {
  limitAction("today", viewer.id);
  const source = requireSource(id, everything);
  const { actions, subject } = requireActions(id);
  const scope = `${source.subject}:write` as const;
  if (session && !hasScope(session, scope))
    throw HttpError.withCode("insufficient-scope", missingScopeText(scope));
  // Actions of API clients cannot be undone.
  const done = await actions.act(viewer, subject, session === undefined);
  await publishNotices([{ userId: viewer.id }]);
  return done;
}

/** Declines a card's request. @throws HttpError as `actOn` */
export async function declineCard(viewer: Viewer, id: string): Promise<Done> {
  limitAction("today", viewer.id);
  requireSource(id, everything);
  const { actions, subject } = requireActions(id);
  if (!actions.decline) throw new HttpError(404, todayTexts.gone);
  const done = await actions.decline(viewer, subject);
  await publishNotices([{ userId: viewer.id }]);
  return done;
}

/** Undoes `actOn` or `declineCard`. @throws HttpError as `actOn`, 409 if others have been notified */
export async function undoCard(viewer: Viewer, id: string): Promise<void> {
  limitAction("today", viewer.id);
  requireSource(id, everything);
  const { actions, subject } = requireActions(id);
  await actions.undo(viewer, subject);
  await publishNotices([{ userId: viewer.id }]);
}

/** Returns a card that the member has now, or null. */
export async function findCard(viewer: Viewer, id: string): Promise<Card | null> {
  const source = requireSource(id, everything);
  const reader = readerOf(viewer);
  const [card] = source.present(await source.select(reader, isCard(id)).execute(), reader);
  return card ?? null;
}

/**
 * Dismisses a card and redirects to its target. A file is offered as a download on the home page, because it has no
 * page.
 * @throws HttpError 404, 429
 */
export async function openCard(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  id: string,
): Promise<Response> {
  const card = await findCard(viewer, id);
  if (!card) throw new HttpError(404, todayTexts.gone);
  await dismissCard(viewer, id);
  const to = card.act.to ?? card.url;
  if (!isFileAct(card)) return redirect(to, 303);
  const text = card.kind === "note" ? "It is yours to keep." : "Here is the event for your calendar.";
  return redirectWithFlash(context, "/", { text, link: { to, text: "Download" } });
}
