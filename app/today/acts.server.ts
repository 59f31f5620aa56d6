import { and, eq, sql } from "drizzle-orm";
import { type RouterContextProvider, redirect } from "react-router";
import { db, jobs, notices, savedJobs, todayDismissals, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { hasScope, missingScopeText, type Session, type Viewer } from "../auth/sessions.server.ts";
import { register } from "../events/participation.server.ts";
import { redirectWithFlash } from "../forms/flash.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { changeMentoring } from "../mentoring/answer.server.ts";
import { markRead, publishNotices } from "../notices/unread.server.ts";
import { describeChange } from "../people/connection-texts.ts";
import { changeConnection } from "../people/connections.server.ts";
import { todayTexts } from "../schemas/today-rules.ts";
import { today } from "../time/time.server.ts";
import type { Flash } from "../ui/flash.tsx";
import { isCard, isFileAct, type Source } from "./card.server.ts";
import { findSource, readerOf } from "./today.server.ts";

/** The newest that a member put away are kept. */
const maxDismissals = 500;

/** @throws HttpError 404 for what is no card, or is of a kind that the caller may not read */
function requireSource(id: string, mayRead: (subject: Source["subject"]) => boolean): Source {
  const source = findSource(id);
  if (!source || !mayRead(source.subject)) throw new HttpError(404, todayTexts.gone);
  return source;
}
type MayRead = Parameters<typeof requireSource>[1];
const everything: MayRead = () => true;

/** Whether a member has a card now, put away or not. */
const hasCard = (viewer: Viewer, source: Source, id: string) =>
  sql`exists ${source.select(readerOf(viewer), isCard(id))}`;

/** Puts a card away for good. Doing it again changes nothing. @throws HttpError 404 for a card that the member does not have, 429 */
export async function putAway(viewer: Viewer, id: string, mayRead: MayRead = everything): Promise<void> {
  limitAction("today", viewer.id);
  const source = requireSource(id, mayRead);
  const isOwn = eq(todayDismissals.userId, viewer.id);
  const [, , [kept]] = await db.batch([
    insertSelect(
      db,
      todayDismissals,
      { userId: viewer.id, card: id },
      sql`(select 1)`,
      hasCard(viewer, source, id),
    ).onConflictDoNothing(),
    db
      .delete(todayDismissals)
      .where(
        and(
          isOwn,
          sql`id <= (select id from today_dismissals where user_id = ${viewer.id} order by id desc limit 1 offset ${maxDismissals})`,
        ),
      ),
    db
      .select({ id: todayDismissals.id })
      .from(todayDismissals)
      .where(and(isOwn, eq(todayDismissals.card, id))),
  ]);
  if (!kept) throw new HttpError(404, todayTexts.gone);
  await publishNotices([{ userId: viewer.id }]);
}

/** Takes `putAway` back. Doing it again changes nothing. @throws HttpError 404, 429 */
export async function bringBack(viewer: Viewer, id: string, mayRead: MayRead = everything): Promise<void> {
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

/** What each card does in its place, by the beginning of its id. Whether it may is decided where it is done. */
const acts: Record<string, (viewer: Viewer, subject: number) => Promise<Flash>> = {
  async request(viewer, userId) {
    const { state, name } = await changeConnection(viewer, userId, "accept");
    return {
      text: describeChange("accept", state, name),
      link: { to: `/messages/${userId}`, text: "Write to them" },
    };
  },
  async batch(viewer, userId) {
    const { state, name } = await changeConnection(viewer, userId, "ask");
    return { text: describeChange("ask", state, name) };
  },
  async mentoring(viewer, id) {
    await changeMentoring(viewer, id, "accepted", null);
    return {
      text: "You are their mentor now.",
      link: { to: `/mentoring/${id}`, text: "Write them a first message" },
    };
  },
  async coming(viewer, eventId) {
    const { title } = await register(viewer, eventId);
    const fields = { intent: "unregister", event: String(eventId), sure: "yes" };
    return { text: `You're registered for ${title}.`, undo: { action: `/events/${eventId}`, fields } };
  },
  job: saveJob,
};

async function saveJob(viewer: Viewer, jobId: number): Promise<Flash> {
  limitAction("jobChange", viewer.id);
  const [saved] = await write(() =>
    insertSelect(
      db,
      savedJobs,
      { userId: viewer.id, jobId: jobs.id },
      jobs,
      and(eq(jobs.id, jobId), isOpenJob(today())),
    )
      .onConflictDoUpdate({ target: [savedJobs.userId, savedJobs.jobId], set: { userId: viewer.id } })
      .returning({ id: savedJobs.jobId }),
  );
  if (!saved) throw new HttpError(404, todayTexts.gone);
  // A notice that tells of nothing but this job has been heard.
  await markRead(
    viewer.id,
    sql`${notices.kind} = 'saved-search' and ${notices.count} = 1 and ${notices.url} like '/jobs%'
      and ${notices.facts} ->> 'id' = ${String(jobId)}`,
  );
  const fields = { intent: "forget", back: "/" };
  return { text: "Saved. You find it in My jobs.", undo: { action: `/jobs/${jobId}`, fields } };
}

/**
 * Does what a card offers in its place, and returns what it did.
 * @throws HttpError 404 for what is no such card, and whatever the act itself refuses: 403, 409, 422, 429
 */
export async function actOn(viewer: Viewer, id: string, session?: Session): Promise<Flash> {
  limitAction("today", viewer.id);
  const [, name = "", subject = ""] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(id) ?? [];
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  const source = findSource(id);
  if (!act || !source) throw new HttpError(404, todayTexts.gone);
  if (session && !hasScope(session, `${source.subject}:write`))
    throw HttpError.withCode("insufficient-scope", missingScopeText(`${source.subject}:write`));
  const done = await act(viewer, Number(subject));
  await publishNotices([{ userId: viewer.id }]);
  return done;
}

/**
 * Opens what a card leads to, and puts it away. A file is offered on the home page, as no page leads to it.
 * @throws HttpError 404, 429
 */
export async function openCard(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  id: string,
): Promise<Response> {
  const source = requireSource(id, everything);
  const reader = readerOf(viewer);
  const [card] = source.present(await source.select(reader, isCard(id)).execute(), reader);
  if (!card) throw new HttpError(404, todayTexts.gone);
  await putAway(viewer, id);
  const to = card.act.to ?? card.url;
  if (!isFileAct(card)) return redirect(to, 303);
  const text = card.kind === "note" ? "It is yours to keep." : "Here is the event for your calendar.";
  return redirectWithFlash(context, "/", { text, link: { to, text: "Download" } });
}
