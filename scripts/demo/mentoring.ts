import { eq, inArray } from "drizzle-orm";
import { mentorings, tags, users, userTopics } from "#db/index.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";

const topics = ["careers", "interviews", "internships"];

/** Two mentors, what they offer, and the requests to them. */
export async function seedMentoring({ db, members, now }: Demo): Promise<void> {
  const [, student, alumna, ...others] = members;
  const colleague = others.find(({ company }) => company !== null);
  const [junior, senior] = others.filter(({ company }) => company === null);
  if (!student || !alumna || !colleague || !junior || !senior)
    throw new Error("a mentor or a junior is missing");
  const offered = await db.select().from(tags).where(inArray(tags.name, topics)).orderBy(tags.name);
  for (const mentor of [alumna, colleague]) {
    await db
      .insert(userTopics)
      .values(offered.map(({ id }, place) => ({ userId: mentor.id, tagId: id, position: place + 1 })))
      .onConflictDoNothing();
  }
  const open = { mentoringPlaces: 3, showsMentored: true };
  const note = "An hour a month, by video. Send me what you are working on the day before.";
  await db
    .update(users)
    .set({ ...open, mentoringNote: note })
    .where(eq(users.id, alumna.id));
  await db
    .update(users)
    .set({ mentoringPlaces: 1, mentoringNote: "Short questions by message, any time." })
    .where(eq(users.id, colleague.id));
  await db.insert(mentorings).values([
    {
      mentorId: alumna.id,
      menteeId: senior.id,
      topic: "interviews",
      text: "My first interview is in three weeks, and I freeze as soon as somebody watches me solve a problem.",
      state: "ended",
      askedAt: now - 120 * dayMs,
      answeredAt: now - 118 * dayMs,
      answer: "We'll practise that until it is boring.",
      endedAt: now - 20 * dayMs,
      endedBy: senior.id,
      thanks: "I start in July. Thank you for every evening.",
    },
    {
      mentorId: colleague.id,
      menteeId: student.id,
      topic: "internships",
      text: "I would like to spend next summer in a small company and don't know how to find one that takes students.",
      state: "accepted",
      askedAt: now - 30 * dayMs,
      answeredAt: now - 28 * dayMs,
      answer: "Gladly. Begin with a list of ten that you would like, and send it to me.",
    },
    {
      mentorId: alumna.id,
      menteeId: junior.id,
      topic: "careers",
      text: "I'm in my third year and can't decide between research and industry. You have seen both: could we talk once a month until I have to apply?",
      askedAt: now - 2 * dayMs,
    },
  ]);
}
