import { and, desc, eq, isNotNull, like } from "drizzle-orm";
import { auditEntries, jobs, messages, reports, roomLines, users } from "#db/index.ts";
import { formatDateTime } from "../../app/platform/time/time.server.ts";
import type { Demo } from "./demo.ts";

const hour = 3_600_000;

/** A few open and resolved reports, with the administrator's decisions. */
export async function seedReports({ db, members, now }: Demo): Promise<void> {
  const [admin, student, alumna] = members;
  if (!admin || !student || !alumna) return;
  const [job] = await db.select().from(jobs).where(like(jobs.description, "%deposit%")).limit(1);
  const [line] = await db.select().from(roomLines).where(like(roomLines.content, "Homesick at%")).limit(1);
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.receiverId, student.id), like(messages.content, "I know which hostel%")))
    .limit(1);
  const [member] = await db.select().from(users).orderBy(desc(users.id)).limit(1);
  if (!job || !line || !message || !member) throw new Error("a report has no subject");
  const open = { reporterId: student.id, createdAt: now - 2 * hour };
  await db.insert(reports).values([
    {
      ...open,
      subject: "user",
      subjectId: String(member.id),
      reason: "The profile has a phone number of somebody else.",
      createdAt: now - 90 * hour,
      resolvedAt: now - 80 * hour,
      resolvedBy: admin.id,
      outcome: "dismissed",
    },
    {
      ...open,
      subject: "message",
      subjectId: String(message.id),
      excerpt: message.content,
      reason: "I asked them twice to stop, and now they write about where I live.",
    },
    {
      ...open,
      subject: "job",
      subjectId: String(job.id),
      kind: "asks-for-money",
      excerpt: job.title,
      reason: "They ask for a deposit before the interview.\nThe website belongs to another company.",
    },
    {
      ...open,
      reporterId: alumna.id,
      createdAt: now - hour / 4,
      subject: "room-line",
      subjectId: String(line.id),
      excerpt: line.content,
      reason: "This makes fun of someone who asked for help.",
    },
  ]);
  const muted = members.find(({ name }) => name === "Nakul Saxena");
  if (!muted) throw new Error("nobody is muted");
  const mutedAt = now - 20 * hour;
  const mutedUntil = mutedAt + 7 * 24 * hour;
  const muteReason = "You write to a member who asked you to stop, and about where they live.";
  await db.update(users).set({ mutedAt, mutedUntil, muteReason }).where(eq(users.id, muted.id));
  await db.insert(reports).values({
    reporterId: muted.id,
    subject: "mute",
    subjectId: String(muted.id),
    reason: "It was meant as a joke. I will not write there again.\nMay I post my notes for Thursday?",
    createdAt: now - 2 * hour,
  });
  await hideJob({ db, members, now });
  await db.insert(auditEntries).values([
    {
      adminId: admin.id,
      action: "dismissed the report of the member",
      memberId: member.id,
      createdAt: now - 80 * hour,
    },
    {
      adminId: admin.id,
      action: "muted the author of the message",
      memberId: muted.id,
      detail: `until ${formatDateTime(mutedUntil, now)}: “${muteReason}”`,
      createdAt: mutedAt,
    },
  ]);
}

/** An old job that three members reported, for the administrators to decide. */
async function hideJob({ db, members, now }: Pick<Demo, "db" | "members" | "now">): Promise<void> {
  const [job] = await db.select().from(jobs).where(isNotNull(jobs.closedAt)).orderBy(jobs.id).limit(1);
  if (!job) throw new Error("no job is closed");
  const reasons = [
    "They wrote that I must pay for a laptop first.",
    "An interview costs ₹499, to a personal UPI address.",
    "Nobody answers at the company's number.",
  ];
  const reporters = members.filter(({ id }) => id !== job.postedBy).slice(3);
  await db.insert(reports).values(
    reasons.map((reason, index) => ({
      reporterId: reporters[index]?.id,
      subject: "job" as const,
      subjectId: String(job.id),
      excerpt: job.title,
      authorId: job.postedBy,
      kind: "asks-for-money" as const,
      forModerators: true,
      reason,
      createdAt: now - (5 - index) * hour,
    })),
  );
  await db
    .update(jobs)
    .set({ hiddenAt: now - 3 * hour })
    .where(eq(jobs.id, job.id));
}
