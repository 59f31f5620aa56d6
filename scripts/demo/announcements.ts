import { eq } from "drizzle-orm";
import { deriveJoinCode, hashJoinCode } from "#app/account/join-code.server.ts";
import { announcements, joinLinks, notices, users } from "#db/index.ts";
import { dayMs, hourMs } from "../../app/platform/time/durations.ts";
import { today } from "../../app/platform/time/time.server.ts";
import type { Demo } from "./demo.ts";

const toAll =
  "The library stays open until midnight through the exams, with tea on the second floor from nine. Bring your card: the doors lock themselves.";
const toBatch =
  "Photographs of our year are on Friday at four, on the steps of the old workshop. If it rains, we meet in the foyer.";

/**
 * One announcement to all from the administrator, and one to the student's batch from its announcer, who also made a
 * join link.
 */
export async function seedAnnouncements({ db, members, now }: Demo): Promise<void> {
  const [administrator, student, , ...others] = members;
  const mate = others.find(({ batchYear }) => batchYear === student?.batchYear);
  if (!administrator || !student) throw new Error("announcements need members");
  const write = async (
    author: number,
    text: string,
    batchYear: number | null,
    at: number,
    readCount: number,
  ) => {
    const [made] = await db
      .insert(announcements)
      .values({
        userId: author,
        text,
        batchYear,
        day: today(at),
        until: today(now + 10 * dayMs),
        createdAt: at,
        readCount,
      })
      .returning({ id: announcements.id });
    const told = members.filter(
      (member) => member.id !== author && batchYear === (batchYear && member.batchYear),
    );
    await db.insert(notices).values(
      told.map(({ id }) => ({
        userId: id,
        kind: "announcement",
        subject: String(made?.id),
        actorId: author,
        facts: { text },
        url: "/announcements",
        at,
      })),
    );
  };
  if (mate) {
    await db.update(users).set({ announcerBatch: mate.batchYear }).where(eq(users.id, mate.id));
    const nonce = "demo";
    await db.insert(joinLinks).values({
      nonce,
      codeHash: hashJoinCode(deriveJoinCode(nonce)),
      makerId: mate.id,
      batchYear: mate.batchYear,
      branch: "Mechanical Engineering",
      places: 60,
      until: today(now + 14 * dayMs),
      createdAt: now - dayMs,
    });
    await write(mate.id, toBatch, mate.batchYear, now - 2 * dayMs, 3);
  }
  await write(administrator.id, toAll, null, now - dayMs - hourMs, 34);
}
