import { getDayKey, guestLabel, hashAuthor } from "#app/anonymous-room/day-key.server.ts";
import { today } from "#app/time/time.server.ts";
import { roomLines } from "#db/index.ts";
import type { Demo } from "./demo.ts";
import texts from "./room.json" with { type: "json" };

const minute = 60_000;
/** Who of a small circle says what, so many minutes ago. The demo's student is the first of them. */
const said = texts as [ago: number, who: number, text: string][];

/** Lines of the anonymous room from yesterday and today. Only today's can be anyone's own. */
export async function seedRoom({ db, members, now }: Demo): Promise<void> {
  const dayKey = getDayKey(now);
  const rows = said.map(([ago, who, content]) => {
    const sentAt = now - ago * minute;
    const day = today(sentAt);
    const userId = who === 0 ? (members[1]?.id ?? 0) : -who;
    const author = hashAuthor(dayKey, day === dayKey.day ? userId : -100 - who);
    return { day, author, guestId: guestLabel(dayKey, `${day} ${who}`), content, sentAt };
  });
  await db.insert(roomLines).values(rows);
}
