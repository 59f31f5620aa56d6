import { desc, eq, gte, sql } from "drizzle-orm";
import { addDays, startOfDay, today } from "#app/platform/time/time.server.ts";
import { db, questions, reports, sessions, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";

const days = 7;
/** Maximum rows per kind. A week with more is shown as "or more". */
const maxRows = 5_000;

export interface Series {
  name: string;
  /** What a day's number means, such as "asked". */
  unit: string;
  values: { day: string; count: number }[];
  total: number;
  isMore: boolean;
}

/**
 * The last seven days in numbers of members, questions and reports, whose times every administrator can see anyway. The
 * anonymous room and messages are not counted. A member is active on the day of their last visit.
 */
export async function loadPulse(now = Date.now()): Promise<Series[]> {
  const week = Array.from({ length: days }, (_, index) => addDays(today(now), index + 1 - days));
  const since = startOfDay(week[0] ?? today(now));
  const { joined, seen, asked, reported } = await namedBatch({
    joined: db
      .select({ at: users.createdAt, isCounted: eq(users.status, "active").mapWith(Boolean) })
      .from(users)
      .orderBy(desc(users.id))
      .limit(maxRows),
    seen: db
      .select({ at: sql<number>`max(${sessions.lastUsedAt})` })
      .from(sessions)
      .where(gte(sessions.lastUsedAt, since))
      .groupBy(sessions.userId)
      .limit(maxRows),
    asked: db
      .select({ at: questions.askedAt, isOpen: eq(questions.answerCount, 0).mapWith(Boolean) })
      .from(questions)
      .orderBy(desc(questions.id))
      .limit(maxRows),
    reported: db.select({ at: reports.createdAt }).from(reports).orderBy(desc(reports.id)).limit(maxRows),
  });
  const count = (name: string, unit: string, rows: { at: number }[]): Series => {
    const counts = new Map(week.map((day) => [day, 0]));
    for (const { at } of rows) {
      const day = today(at);
      const counted = counts.get(day);
      if (counted !== undefined) counts.set(day, counted + 1);
    }
    const values = [...counts].map(([day, count]) => ({ day, count }));
    const total = values.reduce((sum, value) => sum + value.count, 0);
    return { name, unit, values, total, isMore: total === maxRows };
  };
  const recent = asked.filter(({ at }) => at >= since);
  return [
    count(
      "Joined",
      "joined",
      joined.filter(({ at, isCounted }) => isCounted && at >= since),
    ),
    count("Active", "were last here", seen),
    count("Questions", "asked", recent),
    count(
      "Without an answer",
      "questions of that day are still open",
      recent.filter(({ isOpen }) => isOpen),
    ),
    count(
      "Reports",
      "sent",
      reported.filter(({ at }) => at >= since),
    ),
  ];
}
