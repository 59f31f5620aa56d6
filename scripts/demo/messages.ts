import { and, eq, isNull, lt } from "drizzle-orm";
import { conversations, messages, users } from "#db/index.ts";
import type { Demo, DemoMember } from "./demo.ts";

/** What people of the demo community talk about: both sides of each talk, in turns. */
const talks: string[][] = [
  [
    "Hi! I saw that you interned at a robotics company. May I ask how you prepared?",
    "Of course. Mostly old interview questions and one small project that I could explain in every detail.",
    "Which project did you show them?",
    "A line follower with a proper control loop. They asked about the sampling rate for ten minutes.",
    "That helps a lot, thank you.",
  ],
  [
    "Did you get the sensor to answer on I²C?",
    "It works now, you were right about the pull-ups.",
    "Great. Bring the board tomorrow, I want to see it.",
    "I will, and the long cable, too.",
  ],
  [
    "Is the signals exam as hard as everyone says?",
    "Only the convolution part. Do the tutorial sheets twice and you are fine.",
    "Do you still have your notes?",
    "I shared them under Academics Notes, second year.",
    "Found them!",
  ],
  [
    "Are you going to the hackathon on Saturday?",
    "Yes, and we still need someone who can do a decent front end.",
    "I could do that, if you can live with plain HTML.",
    "Plain HTML is exactly what we want.",
    "Then count me in.",
    "See you at nine at the library.",
  ],
  [
    "Congratulations on the placement!",
    "Thank you! Fourteen interviews, and then the first one called back.",
    "Could you look at my résumé some day?",
  ],
  [
    "Hello, I joined this year. Which clubs are worth the time?",
    "The astronomy club, if you like cold roofs. Robotics, if you like solder.",
    "Cold roofs it is.",
  ],
];

const minute = 60_000;

/**
 * Conversations between members: each of the first few has several, most of them read, some with the last messages
 * still unseen.
 */
export async function seedMessages({ db, members, pick, random, now }: Demo): Promise<void> {
  const pairs = new Map<string, [DemoMember, DemoMember]>();
  for (const [index, member] of members.entries()) {
    const friends = index < 8 ? 6 : 1;
    for (let n = 0; n < friends; n++) {
      const other = pick(members);
      if (other.id === member.id) continue;
      const [low, high] = member.id < other.id ? [member, other] : [other, member];
      pairs.set(`${low.id}:${high.id}`, [low, high]);
    }
  }
  // Oldest talk first: a later message has a higher id.
  const begun = [...pairs.values()].map((pair) => ({
    pair,
    at: now - Math.floor(random() * 20 * 24 * 60) * minute,
  }));
  for (const { pair, at } of begun.toSorted((a, b) => a.at - b.at)) {
    const [low, high] = pair;
    const [conversation] = await db
      .insert(conversations)
      .values({ aId: low.id, bId: high.id, createdAt: at })
      .returning({ id: conversations.id });
    if (!conversation) continue;
    const asks = random() < 0.5 ? 0 : 1;
    const talk = pick(talks);
    let sentAt = at;
    for (const [turn, content] of talk.entries()) {
      const sender = pair[(turn + asks) % 2 === 0 ? 0 : 1];
      const receiver = sender === low ? high : low;
      await db.insert(messages).values({
        conversationId: conversation.id,
        senderId: sender.id,
        receiverId: receiver.id,
        content,
        sentAt: Math.min(sentAt, now - minute),
      });
      sentAt += Math.ceil(random() * 12) * minute;
    }
    // Most have read all; the others have not seen the last message yet.
    const unread = random() < 0.25 ? 1 : 0;
    const [last] = await db
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.conversationId, conversation.id))
      .orderBy(messages.id)
      .limit(1)
      .offset(talk.length - 1);
    await db
      .update(messages)
      .set({ seenAt: Math.min(sentAt, now) })
      .where(
        and(
          eq(messages.conversationId, conversation.id),
          isNull(messages.seenAt),
          unread && last ? lt(messages.id, last.id) : undefined,
        ),
      );
  }
  // Nobody has looked at the bell for a day.
  await db.update(users).set({ messagesOpenedAt: now - 24 * 60 * minute });
}
