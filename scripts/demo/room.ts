import { getDayKey, guestLabel, hashAuthor } from "#app/messaging/day-key.server.ts";
import { today } from "#app/time.server.ts";
import { roomLines } from "#db/index.ts";
import type { Demo } from "./demo.ts";

const minute = 60_000;
/** Who of a small circle says what, so many minutes ago. The demo's student is the first of them. */
const said: [ago: number, who: number, text: string][] = [
  [1_530, 3, "Is it normal to understand nothing in the first month of Signals and Systems?"],
  [1_524, 4, "Completely. It clicks around the Fourier transform, or in the shower."],
  [1_519, 5, "It never clicked for me and I still passed. Do the old papers."],
  [1_498, 3, "That helps more than the lectures. Thank you."],
  [1_421, 6, "The library is quiet on the third floor after eight. I am telling you because nobody told me."],
  [412, 1, "Has anyone asked for a second attempt at a lab exam? I was ill and did not dare to say so."],
  [405, 2, "Write to the lab coordinator today, with the doctor's note. They said yes to me last year."],
  [401, 4, "Yes, and nobody makes a fuss about it."],
  [388, 0, "How much do companies really look at the CGPA?"],
  [384, 2, "Some filter at 7. After that nobody asked me again."],
  [379, 5, "Mine asked only for what I had built. Bring one thing you can explain to the last screw."],
  [371, 0, "That takes a weight off. Thanks, whoever you are."],
  [64, 6, "Does the mess open earlier during exams?"],
  [58, 1, "At half past six. The tea is worth it, the poha is not."],
  [31, 3, "Fellow first years: is anyone else homesick, or is it just me?"],
  [29, 5, "Third year here. It was half of us. Come to the quiz club on Thursday, we feed people."],
  [28, 6, "Homesick at nineteen? Shall I call your mother to pick you up, baby?"],
  [27, 0, "Same here, and the quiz club is a good idea."],
];

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
