import { and, eq, isNull, lt } from "drizzle-orm";
import { blocks, conversationMembers, conversations, messages, users } from "#db/index.ts";
import { messageTexts } from "../../app/messages/rules.ts";
import type { Demo, DemoMember } from "./demo.ts";
import { seedFile } from "./message-files.ts";
import texts from "./talks.json" with { type: "json" };

/**
 * `talks`: a junior and a senior alternate, and the junior begins. `hiddenTalks`: an anonymous member begins.
 * `annoyances`: a member who does not stop writing. Null is a deleted message.
 */
const { talks, hiddenTalks, annoyances } = texts;

const minute = 60_000;

/** The number of members whose log-ins the demo prints. */
const logIns = 3;

/** Several conversations for each printed log-in, most of them read, some with unseen messages. */
export async function seedMessages(demo: Demo): Promise<void> {
  const { db, members, random, now } = demo;
  const [, , , ...others] = members;
  // Uses each talk once, each with another partner. Oldest first, because a later message has a higher id.
  for (const [index, talk] of talks.entries()) {
    const [one, other] = [members[index % logIns], others[index * 2]];
    if (!one || !other) throw new Error("talks need members");
    const at = now - Math.floor((talks.length - index) * 0.9 * 24 * 60 - random() * 600) * minute;
    const [low, high] = one.id < other.id ? [one, other] : [other, one];
    // Members who graduate later are more junior.
    const turns: [DemoMember, DemoMember] = low.batchYear > high.batchYear ? [low, high] : [high, low];
    await storeTalk(demo, { aId: low.id, bId: high.id, alias: null }, turns, talk, at);
  }
  await seedAnnoyance(demo);
  await seedHiddenTalks(demo);
  await seedQuiet(demo);
  // Nobody has opened the messages for a day.
  await db.update(users).set({ messagesOpenedAt: now - 24 * 60 * minute });
}

/** Mutes one of the student's conversations, archives the oldest, and marks a third as unread. */
async function seedQuiet({ db, members, now }: Demo): Promise<void> {
  const student = members[1]?.id ?? 0;
  const { conversationId, lastMessageId, userId } = conversationMembers;
  const own = await db
    .select({ conversationId, lastMessageId })
    .from(conversationMembers)
    .where(eq(userId, student))
    .orderBy(lastMessageId);
  const change = (row: (typeof own)[number] | undefined, values: object) =>
    row &&
    db
      .update(conversationMembers)
      .set(values)
      .where(and(eq(userId, student), eq(conversationId, row.conversationId)));
  await change(own[0], { archivedMessageId: own[0]?.lastMessageId ?? 0 });
  await change(own[1], { isMarkedUnread: true });
  await change(own[2], { mutedAt: now });
}

/** Puts the printed log-ins, which are the first three members, on both sides of anonymous conversations. */
async function seedHiddenTalks(demo: Demo): Promise<void> {
  const [admin, student, alumna, ...others] = demo.members;
  if (!admin || !student || !alumna) return;
  const junior = others.find(({ batchYear }) => batchYear > student.batchYear) ?? others[0];
  if (!junior) return;
  const pairs: [hidden: DemoMember, other: DemoMember][] = [
    [student, alumna],
    [junior, student],
    [junior, admin],
  ];
  for (const [index, [hidden, other]] of pairs.entries()) {
    const alias = `anon_${Array.from({ length: 22 }, () => Math.floor(demo.random() * 36).toString(36)).join("")}`;
    const key = { aId: hidden.id, bId: other.id, alias };
    const talk = hiddenTalks[index] ?? [];
    await storeTalk(demo, key, [hidden, other], talk, demo.now - (pairs.length - index) * 90 * minute);
  }
}

/** A member who does not stop writing to the demo's student and is blocked. */
async function seedAnnoyance(demo: Demo): Promise<void> {
  const [student, annoying] = [demo.members[1], demo.members[48]];
  if (!student || !annoying) throw new Error("the annoyance needs members");
  const [low, high] = student.id < annoying.id ? [student, annoying] : [annoying, student];
  const key = { aId: low.id, bId: high.id, alias: null };
  await storeTalk(demo, key, [annoying, student], annoyances, demo.now - 300 * minute);
  await demo.db.insert(blocks).values({ blockerId: student.id, blockedId: annoying.id, createdAt: demo.now });
}

/** Adds a reply, reactions and an edited message to a longer talk. */
async function seedChanges(db: Demo["db"], ids: number[], at: number): Promise<void> {
  const [first, second, third, fourth, fifth] = ids;
  const change = (id: number | undefined, values: Partial<typeof messages.$inferInsert>) =>
    id === undefined
      ? undefined
      : db
          .update(messages)
          .set(values)
          .where(and(eq(messages.id, id), isNull(messages.deletedAt)));
  await change(second, { receiverSign: "thanks", replyToId: first ?? null });
  await change(third, { senderSign: "check", receiverSign: "thumb" });
  await change(fourth, { editedAt: at + 60 * minute, replyToId: first ?? null });
  await change(fifth, { receiverSign: "heart" });
}

/** Stores a talk in a new conversation. Sometimes the last message is unread. */
async function storeTalk(
  demo: Demo,
  key: { aId: number; bId: number; alias: string | null },
  [first, second]: [DemoMember | undefined, DemoMember | undefined],
  talk: (string | null)[],
  at: number,
): Promise<void> {
  const { db, random, now } = demo;
  const [conversation] = await db
    .insert(conversations)
    .values({ ...key, createdAt: at })
    .returning({ id: conversations.id });
  if (!conversation || !first || !second) return;
  let sentAt = at;
  const ids: number[] = [];
  for (const [turn, content] of talk.entries()) {
    const [sender, receiver] = turn % 2 === 0 ? [first, second] : [second, first];
    const [stored] = await db
      .insert(messages)
      .values({
        conversationId: conversation.id,
        senderId: sender.id,
        receiverId: receiver.id,
        content: content ?? messageTexts.deleted,
        deletedAt: content === null ? Math.min(sentAt + minute, now) : null,
        sentAt: Math.min(sentAt, now - minute),
      })
      .returning();
    if (!stored) continue;
    ids.push(stored.id);
    await seedFile(demo, stored);
    sentAt += Math.ceil(random() * 12) * minute;
  }
  await seedChanges(db, ids, at);
  const unreadId = random() < 0.25 ? ids.at(-1) : undefined;
  await db
    .update(messages)
    .set({ seenAt: Math.min(sentAt, now) })
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        unreadId === undefined ? undefined : lt(messages.id, unreadId),
      ),
    );
}
