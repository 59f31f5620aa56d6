import { and, eq, not, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, mentorings, tags, users, userTopics } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import type { MentoringInput } from "./input.server.ts";
import { askingRules, offersTopic } from "./rules.server.ts";
import { mentoringTexts } from "./texts.ts";

/** The mentor as the page with the request form shows them; null for an unknown member. */
export async function findMentor(viewer: Viewer, mentorId: number) {
  const isMentor = and(eq(users.id, mentorId), isActiveNoIndex);
  const [[mentor], topics] = await db.batch([
    db
      .select({ ...personColumns, note: users.mentoringNote })
      .from(users)
      .where(isMentor),
    db
      .select({ name: tags.name })
      .from(userTopics)
      .innerJoin(tags, eq(tags.id, userTopics.tagId))
      .where(eq(userTopics.userId, mentorId))
      .orderBy(userTopics.position, tags.id)
      .limit(5),
  ]);
  if (!mentor) return null;
  const refusal = viewer.mute ? null : await explainRefusal(viewer.id, mentorId);
  return {
    person: presentPerson(mentor),
    note: mentor.note,
    topics: topics.map(({ name }) => name),
    refusal,
  };
}

/** Returns the request's id. @throws HttpError 403 for a muted member, 404, 409 if a rule forbids it, 422, 429 */
export async function askMentor(
  viewer: Viewer,
  mentorId: number,
  { topic, text }: MentoringInput,
  callKey?: CallKey,
  now = Date.now(),
): Promise<number> {
  requireUnmuted(viewer);
  limitAction("mentoring", viewer.id, mentoringTexts.tooOften);
  const {
    asked: [asked],
    notified,
  } = await batchOnce(
    callKey,
    {
      asked: insertSelect(
        db,
        mentorings,
        { mentorId: users.id, menteeId: viewer.id, topic, text, askedAt: now },
        users,
        and(
          eq(users.id, mentorId),
          sql`users.id <> ${viewer.id}`,
          isActiveNoIndex,
          not(isMuted(viewer.id)),
          ...askingRules(viewer.id, now).map(({ holds }) => holds),
          offersTopic(topic),
        ),
      ).returning({ id: mentorings.id }),
      notified: notify(
        {
          kind: "mentoring-asked",
          userId: mentorId,
          subject: viewer.id,
          actorId: viewer.id,
          facts: { name: viewer.name },
          now,
        },
        sql`(select 1)`,
        sql`changes() > 0`,
      ),
    },
    "asked",
  );
  if (!asked) throw await explainUnasked(viewer, mentorId);
  await publishNotices(notified);
  return asked.id;
}

async function explainUnasked(viewer: Viewer, mentorId: number): Promise<HttpError> {
  const [found] = await db
    .select({ isMuted: sql`${isMuted(viewer.id)}`.mapWith(Boolean) })
    .from(users)
    .where(and(eq(users.id, mentorId), isActiveNoIndex));
  if (!found) return new HttpError(404, mentoringTexts.unknown);
  if (found.isMuted) return explainMute(viewer.id);
  if (mentorId === viewer.id) return HttpError.forFields({ userId: [mentoringTexts.yourself] });
  const refusal = await explainRefusal(viewer.id, mentorId);
  return refusal
    ? new HttpError(409, refusal)
    : HttpError.forFields({ topic: [mentoringTexts.notTheirTopic] });
}

/** The sentence of the first rule that forbids asking; null if none does. */
async function explainRefusal(viewerId: number, mentorId: number, now = Date.now()): Promise<string | null> {
  if (viewerId === mentorId) return mentoringTexts.yourself;
  const rules = askingRules(viewerId, now);
  const [found] = await db
    .select({
      broken: sql<number | null>`case ${sql.join(
        rules.map(({ holds }, place) => sql`when not coalesce(${holds}, 0) then cast(${place} as integer)`),
        sql` `,
      )} end`,
    })
    .from(users)
    .where(eq(users.id, mentorId));
  return found?.broken == null ? null : (rules[found.broken]?.sentence ?? null);
}
