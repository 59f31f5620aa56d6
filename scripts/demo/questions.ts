import { eq, sql } from "drizzle-orm";
import {
  answers,
  comments,
  questionAliases,
  questionFollows,
  questions,
  questionTags,
  questionVotes,
  tags,
  thanks,
  users,
  userTopics,
} from "#db/index.ts";
import { dayMs, hourMs } from "../../app/platform/time/durations.ts";
import { renderMarkdown } from "../../app/questions/markdown.server.ts";
import type { Demo } from "./demo.ts";
import texts from "./questions.json" with { type: "json" };

type Member = Demo["members"][number];
interface DemoAnswer {
  text: string;
  votes?: number;
  isAccepted?: true;
  comments?: string[];
}
interface DemoQuestion {
  title: string;
  text: string;
  tags: string[];
  isAnonymous?: true;
  votes?: number;
  comments?: string[];
  answers: DemoAnswer[];
}
const demoQuestions = texts as DemoQuestion[];

/** Thirty questions from the last two months, with answers. */
export async function seedQuestions(demo: Demo): Promise<void> {
  for (const [index, question] of demoQuestions.entries()) {
    const askedAt = demo.now - (demoQuestions.length - index) * 2 * dayMs + 9 * hourMs - dayMs;
    await seedQuestion(demo, question, askedAt, index);
  }
  await offerTopics(demo);
}

/** The course with the collected papers. */
const course = "da201";

/**
 * Every second alum offers three topics, every fourth mentors, two help with a course, and one member has chosen "not
 * now" for three weeks.
 */
async function offerTopics({ db, members, now }: Demo): Promise<void> {
  const names = await db.select({ id: tags.id }).from(tags).orderBy(sql`question_count desc, name`).limit(12);
  const alumni = members.filter((member) => member.company !== null);
  for (const [index, { id }] of alumni.entries()) {
    if (index % 2 === 1) continue;
    const offered = [0, 5, 7].flatMap((step) => names[(index + step) % names.length] ?? []);
    const rows = offered.map((tag, at) => ({ userId: id, tagId: tag.id, position: at + 1 }));
    await db.insert(userTopics).values(rows).onConflictDoNothing();
    if (index % 4 === 0) await db.update(users).set({ mentoringPlaces: 2 }).where(eq(users.id, id));
    if (index === 6) {
      const notNowUntil = new Date(now + 21 * dayMs).toISOString().slice(0, 10);
      await db.update(users).set({ notNowUntil }).where(eq(users.id, id));
    }
  }
  const [tag] = await db.insert(tags).values({ name: course }).returning({ id: tags.id });
  for (const { id } of [alumni[2], alumni[8]].flatMap((alum) => alum ?? []))
    await db.insert(userTopics).values({ userId: id, tagId: tag?.id ?? 0, position: 4 });
}

async function seedQuestion(
  demo: Demo,
  question: DemoQuestion,
  askedAt: number,
  index: number,
): Promise<void> {
  const { db, members, pick } = demo;
  const students = members.filter((member) => member.company === null);
  const alumni = members.filter((member) => member.company !== null);
  const asker = pick(students);
  const alias = question.isAnonymous ? `anon_demo${String(index).padStart(18, "0")}` : null;
  if (alias) await db.insert(questionAliases).values({ alias, userId: asker.id, label: "Anonymous student" });
  const author = alias ? { alias } : { authorId: asker.id };
  const { title, text: body } = question;
  const row = { ...author, title, body, html: renderMarkdown(body), askedAt, activeAt: askedAt };
  const [{ id: questionId } = { id: 0 }] = await db
    .insert(questions)
    .values(row)
    .returning({ id: questions.id });
  await db.insert(questionFollows).values({ questionId, userId: alias ? null : asker.id, alias });
  for (const [position, name] of question.tags.entries()) {
    await db.insert(tags).values({ name }).onConflictDoNothing();
    const [tag] = await db.select({ id: tags.id }).from(tags).where(eq(tags.name, name));
    await db.insert(questionTags).values({ questionId, tagId: tag?.id ?? 0, position: position + 1 });
  }
  const others = members.filter((member) => member.id !== asker.id);
  const say = (answerId: number | null, texts: readonly string[] = [], since: number) =>
    Promise.all(
      texts.map((text, order) =>
        db.insert(comments).values({
          questionId,
          answerId,
          authorId: pick(others).id,
          body: text,
          createdAt: since + (order + 1) * hourMs,
        }),
      ),
    );
  await say(null, question.comments, askedAt);
  for (const userId of voters(demo, others, question.votes))
    await db.insert(questionVotes).values({ questionId, userId });
  for (const [order, answer] of question.answers.entries()) {
    const answeredAt = askedAt + (order * 7 + 3) * hourMs;
    const other = pick(alumni.filter((member) => member.id !== asker.id));
    // The third member is the alumna who logs in.
    const helper = index % 5 === 0 && order === 0 ? (members[2] ?? other) : other;
    const [{ id: answerId } = { id: 0 }] = await db
      .insert(answers)
      .values({
        questionId,
        authorId: helper.id,
        body: answer.text,
        html: renderMarkdown(answer.text),
        answeredAt,
        isAccepted: answer.isAccepted ?? false,
      })
      .returning({ id: answers.id });
    await say(answerId, answer.comments, answeredAt);
    const readers = others.filter((member) => member.id !== helper.id);
    for (const userId of voters(demo, readers, answer.votes))
      await db.insert(thanks).values({ answerId, userId, receiverId: helper.id, createdAt: answeredAt });
  }
  await db
    .update(questions)
    .set({ activeAt: sql`min(active_at, ${demo.now})` })
    .where(eq(questions.id, questionId));
}

function voters({ pick }: Demo, members: Member[], count = 0): Set<number> {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, members.length)) chosen.add(pick(members).id);
  return chosen;
}
