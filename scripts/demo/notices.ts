import { eq, inArray, isNull, or } from "drizzle-orm";
import { answers, connections, mentorings, notices, questions, reports } from "#db/index.ts";
import { type NoticeKindName, noticeKinds } from "../../app/notices/kinds.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";

/** Notices for the printed log-ins about requests, answers and reports. Those older than three days are read. */
export async function seedNotices({ db, members, now }: Demo): Promise<void> {
  const loggedIn = members.slice(0, 3).map(({ id }) => id);
  const nameOf = (id: number) => members.find((member) => member.id === id)?.name ?? "";
  const rows: (typeof notices.$inferInsert)[] = [];
  const add = (userId: number, kind: NoticeKindName, subject: number, at: number, more: object) =>
    rows.push({
      userId,
      kind,
      subject: String(subject),
      facts: {},
      url: noticeKinds[kind].link.replace("{subject}", String(subject)),
      at,
      readAt: now - at > 3 * dayMs ? at + dayMs : null,
      ...more,
    });
  const requests = await db
    .select()
    .from(connections)
    .where(or(inArray(connections.lowId, loggedIn), inArray(connections.highId, loggedIn)));
  for (const { lowId, highId, askedBy, createdAt, acceptedAt } of requests) {
    const other = askedBy === lowId ? highId : lowId;
    const [reader, actor] = acceptedAt === null ? [other, askedBy] : [askedBy, other];
    if (!loggedIn.includes(reader)) continue;
    const kind = acceptedAt === null ? "connection-asked" : "connection-accepted";
    add(reader, kind, actor, acceptedAt ?? createdAt, { actorId: actor, facts: { name: nameOf(actor) } });
  }
  const waiting = await db.select().from(mentorings).where(eq(mentorings.state, "asked"));
  for (const { mentorId, menteeId, askedAt } of waiting)
    add(mentorId, "mentoring-asked", menteeId, askedAt, {
      actorId: menteeId,
      facts: { name: nameOf(menteeId) },
    });
  const answered = await db
    .select({
      id: questions.id,
      asker: questions.authorId,
      title: questions.title,
      answerId: answers.id,
      at: answers.answeredAt,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(inArray(questions.authorId, loggedIn));
  for (const { id, asker, title, answerId, at } of answered)
    add(asker ?? 0, "question-answered", id, at, { cause: `answer-${answerId}`, facts: { title } });
  const [latest, ...earlier] = await db.select().from(reports).where(isNull(reports.resolvedAt));
  if (latest && members[0])
    add(members[0].id, "admin-reports", 0, latest.createdAt, { count: earlier.length + 1 });
  await db.insert(notices).values(rows.sort((a, b) => a.at - b.at));
}
