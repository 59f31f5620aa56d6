import { and, desc, eq, gt, isNotNull, isNull, ne, notInArray, sql } from "drizzle-orm";
import {
  answers,
  connections,
  eventRegistrations,
  events,
  jobs,
  notices,
  questionAsks,
  questions,
  resources,
  thanks,
  users,
} from "#db/index.ts";
import { dayMs, hourMs } from "../../app/platform/time/durations.ts";
import { today } from "../../app/platform/time/time.server.ts";
import type { Demo, DemoMember } from "./demo.ts";

/** Fills the home page of each printed log-in with cards of many kinds, with pictures of people. */
export async function seedToday(demo: Demo): Promise<void> {
  const { members } = demo;
  const [administrator, student, alumna, ...others] = members;
  if (!administrator || !student || !alumna) throw new Error("Today needs members");
  const pictured = await findPictured(demo, [administrator.id, student.id, alumna.id]);
  await answerQuestion(demo, student);
  await giveSeat(demo, student);
  await askByName(demo, alumna, pictured[1]);
  await askToConnect(demo, alumna, pictured[2]);
  await askToConnect(demo, administrator, pictured[3]);
  await bringBatchMate(demo, alumna, pictured[4] ?? others[0]);
  await closeSoon(demo, alumna);
  await thankByName(demo, alumna, pictured[0]);
  await thankByName(demo, student, pictured[5]);
}

async function findPictured({ db, members }: Demo, without: number[]): Promise<DemoMember[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.avatarFile), notInArray(users.id, without)));
  return members.filter(({ id }) => found.some((row) => row.id === id));
}

/** A notice that names the author of the newest answer. */
async function answerQuestion({ db, now }: Demo, asker: DemoMember): Promise<void> {
  const [question] = await db
    .select({ id: questions.id, title: questions.title, answerId: answers.id, helperId: answers.authorId })
    .from(questions)
    .innerJoin(answers, eq(answers.questionId, questions.id))
    .where(and(eq(questions.authorId, asker.id), ne(answers.authorId, asker.id)))
    .orderBy(desc(questions.id), desc(answers.id))
    .limit(1);
  if (!question) return;
  const { id, title, answerId, helperId } = question;
  const isSame = and(eq(notices.userId, asker.id), eq(notices.kind, "question-answered"));
  await db
    .update(notices)
    .set({ readAt: now })
    .where(and(isSame, isNull(notices.readAt)));
  await db.insert(notices).values({
    userId: asker.id,
    kind: "question-answered",
    subject: String(id),
    actorId: helperId,
    cause: `answer-${answerId}`,
    facts: { title },
    url: `/questions/${id}`,
    at: now - 2 * hourMs,
    inDigest: true,
  });
}

/** A seat for the student at the next event that they wait for or registered for. */
async function giveSeat({ db, now }: Demo, student: DemoMember): Promise<void> {
  const [event] = await db
    .select({ id: events.id, title: events.title })
    .from(events)
    .innerJoin(eventRegistrations, eq(eventRegistrations.eventId, events.id))
    .where(and(eq(eventRegistrations.userId, student.id), gt(events.startsAt, now + dayMs)))
    .orderBy(events.startsAt)
    .limit(1);
  if (!event) return;
  await db.insert(notices).values({
    userId: student.id,
    kind: "event-seat",
    subject: String(event.id),
    facts: { title: event.title },
    url: `/events/${event.id}`,
    at: now - hourMs,
  });
}

/** Asks the helper one of the newest questions by name. */
async function askByName({ db, now }: Demo, helper: DemoMember, asker?: DemoMember): Promise<void> {
  const [question] = await db
    .select({ id: questions.id })
    .from(questions)
    .where(
      and(
        isNotNull(questions.authorId),
        ne(questions.authorId, helper.id),
        eq(questions.answerCount, 0),
        isNull(questions.hiddenAt),
      ),
    )
    .orderBy(desc(questions.id))
    .limit(1);
  if (!question || !asker) return;
  await db.update(questions).set({ authorId: asker.id }).where(eq(questions.id, question.id));
  await db
    .insert(questionAsks)
    .values({ questionId: question.id, helperId: helper.id, askedAt: now - 3 * hourMs })
    .onConflictDoNothing();
}

async function askToConnect({ db, now }: Demo, member: DemoMember, asker?: DemoMember): Promise<void> {
  if (!asker) return;
  const [lowId, highId] = [Math.min(member.id, asker.id), Math.max(member.id, asker.id)];
  await db
    .insert(connections)
    .values({ lowId, highId, askedBy: asker.id, acceptedAt: null, createdAt: now - 5 * hourMs })
    .onConflictDoNothing();
}

async function bringBatchMate(
  { db, now }: Demo,
  { id, batchYear }: DemoMember,
  mate?: DemoMember,
): Promise<void> {
  if (!mate) return;
  await db
    .update(users)
    .set({ batchYear, createdAt: now - dayMs })
    .where(eq(users.id, mate.id));
  const isPair = sql`low_id = min(${id}, ${mate.id}) and high_id = max(${id}, ${mate.id})`;
  await db.delete(connections).where(isPair);
}

async function closeSoon({ db, now }: Demo, poster: DemoMember): Promise<void> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.postedBy, poster.id), isNull(jobs.closedAt)))
    .orderBy(desc(jobs.id))
    .limit(1);
  if (job)
    await db
      .update(jobs)
      .set({ deadline: today(now + 2 * dayMs) })
      .where(eq(jobs.id, job.id));
}

async function thankByName({ db, now }: Demo, { id }: DemoMember, giver?: DemoMember): Promise<void> {
  const [note] = await db
    .select({ id: resources.id, title: resources.title })
    .from(resources)
    .where(eq(resources.userId, id))
    .orderBy(desc(resources.id))
    .limit(1);
  if (!note || !giver) return;
  await db
    .insert(thanks)
    .values({
      resourceId: note.id,
      userId: giver.id,
      receiverId: id,
      line: "Your notes carried me through the exam. Thank you!",
      isNamed: true,
      createdAt: now - hourMs,
    })
    .onConflictDoNothing();
  await db
    .delete(notices)
    .where(and(eq(notices.userId, id), eq(notices.kind, "thanks"), isNull(notices.readAt)));
  await db.insert(notices).values({
    userId: id,
    kind: "thanks",
    subject: `resource-${note.id}`,
    actorId: giver.id,
    facts: { title: note.title, what: "resource", name: giver.name },
    url: "/people/me/thanks",
    at: now - hourMs,
    inDigest: true,
  });
}
