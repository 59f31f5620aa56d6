import { desc, eq, inArray, lt } from "drizzle-orm";
import { answers, comments, events, notices, questions, resources, thanks } from "#db/index.ts";
import { dayMs, hourMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";

const lines = [
  "Your notes carried me through the exam. I read them on the bus, twice.",
  "This was the first explanation that I understood at once. Thank you!",
  "I got the internship. Your advice about the second round was spot on.",
  "We built on what you showed us, and it works.",
  "Short and kind. Exactly what I needed that evening.",
];

/** Thanks for all contributions of the printed log-ins, every second one with a line. */
export async function seedThanks({ db, members, now }: Demo): Promise<void> {
  const receivers = members.slice(0, 3).map(({ id }) => id);
  const others = members.slice(3);
  const given = [
    ...(await db
      .select({ answerId: answers.id, receiverId: answers.authorId, title: questions.title })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(inArray(answers.authorId, receivers))
      .limit(6)),
    ...(await db
      .select({ commentId: comments.id, receiverId: comments.authorId, title: questions.title })
      .from(comments)
      .innerJoin(questions, eq(questions.id, comments.questionId))
      .where(inArray(comments.authorId, receivers))
      .limit(3)),
    ...(await db
      .select({ resourceId: resources.id, receiverId: resources.userId, title: resources.title })
      .from(resources)
      .where(inArray(resources.userId, receivers))
      .orderBy(desc(resources.id))
      .limit(8)),
    ...(await db
      .select({ eventId: events.id, receiverId: events.organizerId, title: events.title })
      .from(events)
      .where(lt(events.startsAt, now - dayMs))
      .orderBy(desc(events.id))
      .limit(3)),
  ];
  for (const [index, { title, ...thing }] of given.entries()) {
    for (const at of [0, 1, 2].slice(0, 1 + (index % 3))) {
      const line = at === 0 && index % 2 === 0 ? (lines[(index / 2) % lines.length] ?? null) : null;
      const giver = others[(index * 7 + at * 3) % others.length];
      if (!giver || giver.id === thing.receiverId) continue;
      const createdAt = now - (given.length - index) * 11 * hourMs + at * hourMs;
      await db
        .insert(thanks)
        .values({
          ...thing,
          userId: giver.id,
          line,
          isNamed: line !== null && index % 4 === 0,
          isShown: line !== null && index % 8 === 0,
          createdAt,
        })
        .onConflictDoNothing();
    }
    const subject = Object.entries(thing).find(([name, id]) => name !== "receiverId" && id);
    const isLast = !given.slice(index + 1).some(({ receiverId }) => receiverId === thing.receiverId);
    if (!subject || !isLast || !("resourceId" in thing || "eventId" in thing)) continue;
    const kind = subject[0].slice(0, -2);
    await db.insert(notices).values({
      userId: thing.receiverId ?? 0,
      kind: "thanks",
      subject: `${kind}-${subject[1]}`,
      count: 1 + (index % 3),
      facts: { title, what: kind, name: "" },
      url: "/people/me/thanks",
      at: now - 2 * hourMs,
      inDigest: true,
    });
  }
}
