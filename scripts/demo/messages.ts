import { and, eq, lt } from "drizzle-orm";
import { blocks, conversations, messages, users } from "#db/index.ts";
import type { Demo, DemoMember } from "./demo.ts";

/** What a junior and a senior talk about, in turns. The junior begins. */
const talks: string[][] = [
  [
    "Hi! I saw that you interned at a robotics company. May I ask how you prepared?",
    "Of course. Mostly old interview questions and one small project that I could explain in every detail.",
    "Which project did you show them?",
    "A line follower with a proper control loop. They asked about the sampling rate for ten minutes.",
    "That helps a lot, thank you.",
  ],
  [
    "The sensor still doesn't answer on I²C. Any idea?",
    "Did you put pull-ups on both lines? The board has none.",
    "That was it! It works now.",
    "Great. Bring the board tomorrow, I want to see it.",
  ],
  [
    "Is the signals exam as hard as everyone says?",
    "Only the convolution part. Do the tutorial sheets twice and you'll be fine.",
    "Do you still have your notes?",
    "I shared them under Academics Notes, second year.",
    "Found them!",
  ],
  [
    "Are you going to the hackathon on Saturday?",
    "Yes, and we still need someone for the front end.",
    "I can do that, if plain HTML is okay.",
    "Plain HTML is perfect.",
    "Then count me in.",
    "See you at nine in the library.",
  ],
  [
    "Congratulations on the placement!",
    "Thank you! Fourteen interviews, and then the first one called back.",
    "Could you look at my resume some day?",
    "Send it over. One page, please.",
  ],
  [
    "Which clubs are worth the time in first year?",
    "Robotics if you like building, the debating society if you want to speak without shaking.",
    "Can I do both?",
    "In first year, yes. In third year you'll have to choose.",
  ],
  [
    "I have an offer for a six-month internship in Pune. Does the department allow it in the eighth semester?",
    "Yes, if your electives are done by then. Ask for the no-objection letter early, it takes two weeks.",
    "From the office or from the HOD?",
    "HOD signs, office stamps.",
  ],
  [
    "How did you find a flat near your office?",
    "A senior was moving out. There is a group, I'll add you.",
    "What rent should I expect?",
    "About twelve thousand for a shared room. Don't pay more than two months' deposit.",
  ],
  [
    "Did you take coaching for GATE?",
    "No, only the previous papers and a test series from November.",
    "How many hours a day?",
    "Three on weekdays, six on Sundays. Revision matters more than hours.",
  ],
  [
    "Our DBMS project needs one more idea. Attendance systems are all taken.",
    "Do the hostel mess: menus, rebates, complaints. Everybody knows the problem.",
    "That's so much better. Can I ask you about the schema?",
    "Sure, draw it first and send a photo.",
  ],
  [
    "Is it too late to switch from mechanical to software in third year?",
    "I did it in fourth. Finish one real project and learn to talk about it.",
    "Which language did you start with?",
    "Python, and then whatever the job asked for.",
  ],
  [
    "Could you refer me for the trainee opening at your company?",
    "Happy to. Send me the job link and three lines about why you fit.",
    "Will do tonight!",
    "The deadline is Friday, so don't polish it too long.",
  ],
  [
    "The library closes at eight during the break. Where do people study?",
    "The reading room in the old block stays open till eleven. Bring a jacket.",
    "Lifesaver, thanks!",
  ],
  [
    "Did you get your scholarship renewed?",
    "Yes, but I had to upload the income certificate again. The portal rejects files above 2 MB.",
    "Ah, that's why mine failed.",
    "Scan it in grey, then it fits.",
  ],
  [
    "How do I choose between two electives: power electronics and VLSI?",
    "Who is teaching?",
    "Power electronics has the new professor.",
    "Take that one. Her labs are the best in the department.",
  ],
  [
    "We're short of one speaker for the alumni evening. Would you come?",
    "I'd love to. What should I talk about?",
    "Your first year at work, honestly.",
    "Then I need twenty minutes and no slides.",
    "Deal!",
  ],
  [
    "My capstone team can't agree on anything. Any advice?",
    "Write down who decides what. Ours got better the same week.",
    "That sounds so simple.",
    "It's simple, just not easy.",
  ],
  [
    "Do you still have the bridge model from the load test?",
    "It's in the structures lab, on top of the cupboard.",
    "May we break it this year?",
    "Only if you film it.",
  ],
];

/** What someone asks who would rather not say who they are. The one who is hidden begins. */
const hiddenTalks: string[][] = [
  [
    "I failed two papers last semester and haven't told anyone. Does that end every placement?",
    "It doesn't. I had one myself. Clear them next time, and say so plainly if somebody asks.",
    "Thank you. I was afraid to ask with my name on it.",
    "That's what this is for. Write again when the results are out.",
  ],
  [
    "Is it normal to feel like everyone else in first year already knows how to code?",
    "Very. Half of them only learned the words. Come to the lab on Thursday, we start from nothing.",
    "Without saying that it was me who asked?",
    "I couldn't even if I wanted to.",
  ],
  [
    "My internship manager expects us to work on Sundays. Is that usual?",
    "It isn't, and you may say no. The placement office has a form for exactly this.",
  ],
];

const minute = 60_000;

/** As many members have a log-in that the demo prints. */
const logIns = 3;

/** Conversations of the demo's log-ins: each has several, most of them read, some with the last messages still unseen. */
export async function seedMessages(demo: Demo): Promise<void> {
  const { db, members, random, now } = demo;
  const [, , , ...others] = members;
  // Each talk once, each with somebody else, so that nothing is read twice. Oldest first: a later message has a higher id.
  for (const [index, talk] of talks.entries()) {
    const [one, other] = [members[index % logIns], others[index * 2]];
    if (!one || !other) throw new Error("talks need members");
    const at = now - Math.floor((talks.length - index) * 0.9 * 24 * 60 - random() * 600) * minute;
    const [low, high] = one.id < other.id ? [one, other] : [other, one];
    // The later someone graduates, the more junior they are.
    const turns: [DemoMember, DemoMember] = low.batchYear > high.batchYear ? [low, high] : [high, low];
    await storeTalk(demo, { aId: low.id, bId: high.id, alias: null }, turns, talk, at);
  }
  await seedAnnoyance(demo);
  await seedHiddenTalks(demo);
  // Nobody has looked at the bell for a day.
  await db.update(users).set({ messagesOpenedAt: now - 24 * 60 * minute });
}

/** The demo's log-ins on both sides of anonymous conversations. The first three members are theirs. */
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

const annoyances = [
  "Hey, I saw your picture in the directory. Send me your number.",
  "Please don't write to me about that.",
  "Why so unfriendly? Just the number.",
  "I said no. Please stop writing to me.",
  "I know which hostel you are in, by the way.",
];

/** Someone who does not stop writing to the demo's student, who blocks them then. */
async function seedAnnoyance(demo: Demo): Promise<void> {
  const [student, annoying] = [demo.members[1], demo.members[48]];
  if (!student || !annoying) throw new Error("the annoyance needs members");
  const [low, high] = student.id < annoying.id ? [student, annoying] : [annoying, student];
  const key = { aId: low.id, bId: high.id, alias: null };
  await storeTalk(demo, key, [annoying, student], annoyances, demo.now - 300 * minute);
  await demo.db.insert(blocks).values({ blockerId: student.id, blockedId: annoying.id, createdAt: demo.now });
}

/** Stores a talk in a new conversation, in turns. Now and then the last message is unread. */
async function storeTalk(
  { db, random, now }: Demo,
  key: { aId: number; bId: number; alias: string | null },
  [first, second]: [DemoMember | undefined, DemoMember | undefined],
  talk: string[],
  at: number,
): Promise<void> {
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
        content,
        sentAt: Math.min(sentAt, now - minute),
      })
      .returning({ id: messages.id });
    if (stored) ids.push(stored.id);
    sentAt += Math.ceil(random() * 12) * minute;
  }
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
