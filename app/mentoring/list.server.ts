import { and, desc, eq, or, sql } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { db, mentorings, users } from "#db/index.ts";
import { lastSign, mentoringIds } from "#db/scopes/mentoring.ts";
import type { MentoringKind } from "#db/vocabulary.ts";
import { personColumns } from "../people/person.server.ts";
import { mentoringTexts } from "./texts.ts";

const isOf = (viewerId: number) => or(eq(mentorings.mentorId, viewerId), eq(mentorings.menteeId, viewerId));

const selectMentorings = (viewerId: number) =>
  db
    .select({
      id: mentorings.id,
      isMentor: sql`${mentorings.mentorId} = ${viewerId}`.mapWith(Boolean),
      other: personColumns,
      topic: mentorings.topic,
      text: mentorings.text,
      state: mentorings.state,
      askedAt: mentorings.askedAt,
      answeredAt: mentorings.answeredAt,
      answer: mentorings.answer,
      endedAt: mentorings.endedAt,
      isEndedByViewer: sql`${mentorings.endedBy} = ${viewerId}`.mapWith(Boolean),
      thanks: mentorings.thanks,
      isQuiet: sql`${mentorings.state} = 'accepted' and ${mentorings.remindedAt} > ${lastSign}`.mapWith(
        Boolean,
      ),
    })
    .from(mentorings)
    .innerJoin(
      users,
      sql`${users.id} = iif(${mentorings.mentorId} = ${viewerId}, ${mentorings.menteeId}, ${mentorings.mentorId})`,
    );
export type MentoringRow = Awaited<ReturnType<typeof selectMentorings>>[number];

/** A member's own mentorings, newest first. */
export const listMentorings = (
  viewerId: number,
  { kind, before, limit }: { kind?: MentoringKind | undefined; before: number; limit: number },
) =>
  selectMentorings(viewerId)
    .where(sql`${mentorings.id} in (${mentoringIds(viewerId, { kind, before, limit })})`)
    .orderBy(desc(mentorings.id))
    .limit(limit);

/** A mentoring of the viewer's. @throws HttpError 404 for anyone else's */
export async function requireMentoring(viewerId: number, id: number): Promise<MentoringRow> {
  const [row] = await selectMentorings(viewerId).where(and(eq(mentorings.id, id), isOf(viewerId)));
  if (!row) throw new HttpError(404, mentoringTexts.gone);
  return row;
}
