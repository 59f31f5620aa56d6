import { eq } from "drizzle-orm";
import { getDayKey, guestLabel, hashAuthor, hashReaction } from "#app/anonymous/day-key.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { roomLines, roomReactions } from "#db/index.ts";
import type { Demo } from "./demo.ts";
import texts from "./room.json" with { type: "json" };

const minute = 60_000;
/** Who in a small circle wrote what, and how many minutes ago. The demo's student is the first of them. */
const said = texts as [ago: number, who: number, text: string][];

/** Lines of the anonymous room from yesterday and today. Only today's can belong to a reader. */
export async function seedRoom({ db, members, now }: Demo): Promise<void> {
  const dayKey = getDayKey(now);
  const rows = said.map(([ago, who, content]) => {
    const sentAt = now - ago * minute;
    const day = today(sentAt);
    const userId = who === 0 ? (members[1]?.id ?? 0) : -who;
    const author = hashAuthor(dayKey, day === dayKey.day ? userId : -100 - who);
    return { day, author, guestId: guestLabel(dayKey, `${day} ${who}`), content, sentAt };
  });
  const stored = await db.insert(roomLines).values(rows).returning({ id: roomLines.id });
  const [third, , , last] = stored.slice(-4);
  if (!third || !last) return;
  await db.update(roomLines).set({ replyToId: third.id }).where(eq(roomLines.id, last.id));
  for (const [who, sign] of (["thanks", "thanks", "heart"] as const).entries()) {
    const author = hashReaction(dayKey, -who, third.id);
    await db.insert(roomReactions).values({ lineId: third.id, author, sign });
  }
}
