import { experiences, questionAliases } from "#db/index.ts";
import { startOfDay, today } from "../../app/platform/time/time.server.ts";
import type { Demo } from "./demo.ts";

const company = "Northlight Robotics";

const samples = [
  {
    role: "Firmware intern, motor control",
    kind: "interview",
    yearsAgo: 1,
    rounds: ["Aptitude test, 60 minutes", "Two technical interviews", "A talk with the founder"],
    questions:
      "How does an interrupt differ from polling? Find the mistake in a loop that reads a sensor. What would you measure first on a motor that gets hot?",
    advice:
      "Bring a project that you built yourself and know its weak places: half of the time went into mine.",
    offer: true,
    stipend: [25_000, 30_000],
  },
  {
    role: "Firmware intern",
    kind: "internship",
    yearsAgo: 0,
    rounds: ["Online test", "One interview"],
    questions: "Bit fields, volatile, and why a switch bounces. They let me think aloud and gave hints.",
    advice:
      "Read the data sheet before the first day. Ask early: people there like to explain, and nobody minded.",
    offer: true,
    stipend: [28_000, 28_000],
    isAnonymous: true,
  },
  {
    role: "Robotics engineer",
    kind: "interview",
    yearsAgo: 0,
    rounds: ["Test of 90 minutes", "Technical interview", "Interview about the team"],
    questions:
      "Path planning on a grid, then the same with a robot that can't turn on the spot. Big O of both.",
    advice: "I was nervous about C++ and they asked about mechanics. Prepare both, and draw while you speak.",
    offer: false,
    stipend: null,
    isAnonymous: true,
  },
  {
    role: "Test engineer",
    kind: "job",
    yearsAgo: 2,
    rounds: ["A task at home, four hours", "Interview about the task"],
    questions:
      "Why this test and not another? How would you find out that a test lies? What did you leave out?",
    advice:
      "Leave time to write down what you would do next. They read that part more closely than the code.",
    offer: null,
    stipend: null,
  },
] as const;

/** A company with four experiences, two of them anonymous. */
export async function seedExperiences({ db, members, pick, now }: Demo): Promise<void> {
  const alumni = members.filter((member) => member.company !== null);
  const students = members.filter((member) => member.company === null);
  const createdAt = startOfDay(`${today(now).slice(0, 7)}-01`);
  for (const [index, { yearsAgo, stipend, rounds, ...texts }] of samples.entries()) {
    const isAnonymous = "isAnonymous" in texts;
    const alias = isAnonymous ? `anon_demoexperience${String(index).padStart(8, "0")}` : null;
    const author = pick(isAnonymous ? students : alumni);
    if (alias)
      await db.insert(questionAliases).values({ alias, userId: author.id, label: "Anonymous student" });
    await db.insert(experiences).values({
      role: texts.role,
      kind: texts.kind,
      questions: texts.questions,
      advice: texts.advice,
      offer: texts.offer,
      rounds: [...rounds],
      companyName: company,
      year: new Date(now).getUTCFullYear() - yearsAgo,
      authorId: alias ? null : author.id,
      alias,
      stipendCurrency: stipend ? "INR" : null,
      stipendType: stipend ? "per month" : null,
      stipendMin: stipend?.[0] ?? null,
      stipendMax: stipend?.[1] ?? null,
      createdAt,
    });
  }
}
