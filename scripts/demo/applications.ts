import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { jobApplications, jobReferrals, jobs, jobTracking, notices, savedJobs } from "#db/index.ts";
import { dayMs, hourMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";
import { pdf } from "./sample-files.ts";

const letters = [
  "For my third year's project I drew a footbridge for the canal behind the hostels, with its loads, and had it checked by two teachers. I would like to learn how such a thing is built.",
  "I lead the group that models the old railway bridge for the steel competition, and know how much there is to a joint. I can start in June and stay for six months.",
  "Last summer I surveyed village roads with a theodolite, and wrote the report. Numbers that others rely on are what I like to work with.",
];
const answer =
  "Your footbridge is just what we do. Come to the office on Friday at ten, and bring the drawings.";

/** Adds three applications to the alumna's job, one answered, a colleague who refers, and the student's saved jobs. */
export async function seedApplications({ db, members, storage, now }: Demo): Promise<void> {
  const [, student, alumna, ...others] = members;
  if (!student || !alumna?.company) throw new Error("applications need members");
  const isHers = and(eq(jobs.companyName, alumna.company), eq(jobs.opportunityType, "internship"));
  const [hers] = await db.select().from(jobs).where(isHers).orderBy(desc(jobs.id)).limit(1);
  const elsewhere = await db
    .select()
    .from(jobs)
    .where(ne(jobs.companyName, alumna.company))
    .orderBy(desc(jobs.id))
    .limit(9);
  if (!hers) throw new Error("applications need a job");
  const here = { applicationMethod: "here", applicationLink: null, applicationEmail: null } as const;
  const address = sql`${alumna.firstName.toLowerCase()} || substr(contact_email, instr(contact_email, '@'))`;
  const contact = { contactName: alumna.name, contactEmail: address };
  await db
    .update(jobs)
    .set({ ...here, ...contact, postedBy: alumna.id })
    .where(eq(jobs.id, hers.id));
  const strangers = others.filter(({ company }) => company === null).slice(0, 12);
  const applicants = [student, ...strangers].slice(0, letters.length);
  for (const [index, { id, name }] of applicants.entries()) {
    const file = randomUUID();
    const bytes = pdf(`Curriculum vitae: ${name}`);
    writeFileSync(join(storage, "uploads", file), bytes);
    const isAnswered = id === student.id;
    await db.insert(jobApplications).values({
      jobId: hers.id,
      userId: id,
      letter: letters[index] ?? "",
      file,
      fileName: "cv.pdf",
      fileSize: bytes.length,
      sentAt: now - (letters.length - index) * dayMs,
      ...(isAnswered && { state: "invited", answer, answeredAt: now - 5 * hourMs }),
    });
  }
  const subject = String(hers.id);
  const { title } = hers;
  const tell = { subject, facts: { title }, at: now - dayMs };
  await db.insert(notices).values([
    {
      ...tell,
      userId: alumna.id,
      kind: "application-received",
      url: `/jobs/${subject}/applications`,
      count: 2,
    },
    {
      ...tell,
      userId: student.id,
      kind: "application-answered",
      actorId: alumna.id,
      facts: { title, state: "invited", words: answer },
      url: `/jobs/${subject}#application`,
      at: now - 5 * hourMs,
    },
  ]);
  await db.insert(jobTracking).values(
    [student, ...strangers].map(({ id }, index) => ({
      userId: id,
      jobId: hers.id,
      openedAt: now - index * hourMs,
      ...(index < letters.length && {
        state: "applied" as const,
        appliedAt: now - dayMs,
        changedAt: now - dayMs,
      }),
    })),
  );
  const [first, second, ...rest] = elsewhere;
  if (first && second) {
    const kept = {
      userId: student.id,
      openedAt: now - 4 * dayMs,
      appliedAt: now - 4 * dayMs,
      changedAt: now - dayMs,
    };
    await db.insert(jobTracking).values([
      {
        ...kept,
        jobId: first.id,
        state: "interview",
        note: "Second round on Friday: read about pumps again",
      },
      { ...kept, jobId: second.id, state: "closed" },
    ]);
  }
  await db.insert(savedJobs).values(rest.slice(0, 3).map(({ id }) => ({ userId: student.id, jobId: id })));
  const colleagues = others.filter(({ company }) => company === alumna.company);
  await db
    .insert(jobReferrals)
    .values(colleagues.map(({ id }) => ({ userId: id, jobId: hers.id, createdAt: now - dayMs })));
}
