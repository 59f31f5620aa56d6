import { and, eq, lt } from "drizzle-orm";
import { answers, comments, events, resources, tags, thanks, users, userTopics } from "#db/index.ts";
import type { AskWay, CareerStep } from "#db/vocabulary.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import type { Demo, DemoMember } from "./demo.ts";
import { demoLogIns } from "./log-ins.ts";
import { companies } from "./openings.ts";
import texts from "./profiles.json" with { type: "json" };

type Branch = keyof typeof texts.topics;
const askWays = texts.ask as AskWay[][];
const alumna = texts.alumna as typeof texts.alumna & { askBy: AskWay[] };

/** Profiles: a complete one for the alumna who logs in, much for two of three alumni, little for some students. */
export async function seedProfiles(demo: Demo): Promise<void> {
  const { db, members, pick, random, now } = demo;
  const tagIds = new Map((await db.select().from(tags)).map(({ id, name }) => [name, id]));
  const mentors = new Set((await db.select().from(userTopics)).map(({ userId }) => userId));
  /** What mentors offer. */
  const offer = async (userId: number, names: readonly string[]) => {
    if (mentors.has(userId)) return;
    const ids = names.flatMap((name) => tagIds.get(name) ?? []);
    if (ids.length > 0)
      await db.insert(userTopics).values(ids.map((tagId, index) => ({ userId, tagId, position: index + 1 })));
  };
  for (const [index, member] of members.entries()) {
    if (member.email === demoLogIns[2].email) {
      const work = { company: companies.archstone[0], position: "Structural Engineer" };
      const { topics, ...fields } = alumna;
      const positions = describeWay({ ...member, ...work });
      await db
        .update(users)
        .set({ ...fields, ...work, positions, branch: "Civil Engineering", location: "Kolkata" })
        .where(eq(users.id, member.id));
      await offer(member.id, topics);
    } else if (member.company ? index % 3 !== 0 : index % 5 === 0) {
      const [row] = await db
        .select({ branch: users.branch, position: users.position })
        .from(users)
        .where(eq(users.id, member.id));
      const branch = (row?.branch ?? "Electronics") as Branch;
      await db
        .update(users)
        .set({
          about: pick(texts.abouts[branch]),
          askBy: pick(askWays),
          notNowUntil: random() < 0.12 ? new Date(now + 40 * dayMs).toISOString().slice(0, 10) : null,
          links: texts.links.filter(() => random() < 0.4),
          positions: describeWay({ ...member, position: row?.position ?? null }),
        })
        .where(eq(users.id, member.id));
      await offer(member.id, texts.topics[branch].slice(0, 2 + (index % 3)));
    }
  }
  const ira = members.find(({ email }) => email === demoLogIns[2].email);
  if (ira) await giveMuch(demo, ira.id);
  await seedThanks(demo);
}

/** Recent answers, and resources from earlier years. */
async function giveMuch({ db, now }: Demo, userId: number): Promise<void> {
  const taken = (await db.select({ id: answers.id }).from(answers)).filter((_, index) => index % 5 === 0);
  for (const { id } of taken) {
    await db.delete(thanks).where(and(eq(thanks.answerId, id), eq(thanks.userId, userId)));
    await db.update(thanks).set({ receiverId: userId }).where(eq(thanks.answerId, id));
    await db.update(answers).set({ authorId: userId }).where(eq(answers.id, id));
  }
  const oldest = await db.select({ id: resources.id }).from(resources).orderBy(resources.id).limit(14);
  for (const [index, { id }] of oldest.entries()) {
    const createdAt = now - (5.2 - index * 0.35) * 365 * dayMs;
    await db
      .update(resources)
      .set({ userId, createdAt: Math.round(createdAt) })
      .where(eq(resources.id, id));
  }
  const past = await db.select({ id: events.id }).from(events).where(lt(events.startsAt, now)).limit(2);
  for (const { id } of past) await db.update(events).set({ organizerId: userId }).where(eq(events.id, id));
}

/** Career steps from today back to the first internship. */
function describeWay({
  company,
  position,
  batchYear,
}: DemoMember & { position: string | null }): CareerStep[] {
  if (!company || !position) return [];
  const internship = { title: "Intern", company, from: `${batchYear - 1}-05`, to: `${batchYear - 1}-07` };
  return [{ title: position, company, from: `${batchYear}-07`, to: null }, internship];
}

/** Thanks for comments, notes and past events, some with a line, and the alumna's earlier contributions. */
async function seedThanks({ db, members, pick, random, now }: Demo): Promise<void> {
  const rows: (typeof thanks.$inferInsert)[] = [];
  const thank = (receiverId: number, subject: object, count: number) => {
    const givers = new Set(Array.from({ length: count }, () => pick(members).id));
    givers.delete(receiverId);
    for (const userId of givers) {
      const line = random() < 0.25 ? pick(texts.lines) : null;
      rows.push({
        ...subject,
        userId,
        receiverId,
        line,
        isShown: line !== null && random() < 0.3,
        createdAt: now,
      });
    }
  };
  for (const { id, userId } of await db.select().from(resources)) {
    if (random() < 0.6) thank(userId, { resourceId: id }, Math.ceil(random() ** 2 * 12));
  }
  for (const { id, organizerId } of await db.select().from(events).where(lt(events.startsAt, now)))
    thank(organizerId, { eventId: id }, 2 + Math.floor(random() * 6));
  for (const { id, authorId } of await db.select().from(comments)) {
    if (authorId !== null && random() < 0.4) thank(authorId, { commentId: id }, 1 + Math.floor(random() * 3));
  }
  for (const row of rows) await db.insert(thanks).values(row);
}
