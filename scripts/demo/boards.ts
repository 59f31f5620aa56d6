import { eq } from "drizzle-orm";
import { boardKeepers, boards, boardVersions, users } from "#db/index.ts";
import { readWeek } from "../../app/boards/tables.server.ts";
import { createSlug } from "../../app/platform/schemas/slug.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import { addDays, today } from "../../app/platform/time/time.server.ts";
import type { Demo } from "./demo.ts";

const samples = [
  {
    title: "Mess menu, hostel block C",
    kind: "menu",
    days: 21,
    daysAgo: 3,
    body: `| Day | Breakfast | Lunch | Snacks | Dinner |
| --- | --- | --- | --- | --- |
| Mon | Idli, sambar | Rajma, rice | Tea, biscuits | Roti, paneer |
| Tue | Poha, banana | Kadhi, rice | Samosa | Roti, mixed vegetables |
| Wed | Aloo paratha | Dal, jeera rice | Tea, bun | Egg curry or chana |
| Thu | Upma | Sambar, rice | Bhel | Roti, bhindi |
| Fri | Dosa, chutney | Chole, rice | Tea, cake | Vegetable pulao |
| Sat | Bread, omelette | Khichdi | Corn | Roti, dal makhani |
| Sun | Puri, aloo | Biryani | Coffee | Light dinner, fruit |

Breakfast from 7:30 to 9:15, dinner from 19:30 to 21:15.`,
  },
  {
    title: "Mid-term exams, third year Mechanical",
    kind: "exams",
    days: -2,
    daysAgo: 19,
    body: `| Course | Code | Date | Time | Room |
| --- | --- | --- | --- | --- |
| Heat Transfer | ME301 | 23 Nov | 9:30 to 11:00 | B-204 |
| Machine Design | ME303 | 24 Nov | 9:30 to 11:00 | B-204 |
| Fluid Machines | ME305 | 26 Nov | 14:00 to 15:30 | A-110 |

Bring your identity card. A calculator without memory is allowed.`,
  },
  {
    title: "Bus from the gate to the station",
    kind: "bus",
    days: 90,
    daysAgo: 12,
    body: `| Day | From the gate | From the station |
| --- | --- | --- |
| Mon | 7:10, 12:40, 17:30 | 8:00, 13:20, 18:40 |
| Tue | 7:10, 12:40, 17:30 | 8:00, 13:20, 18:40 |
| Wed | 7:10, 12:40, 17:30 | 8:00, 13:20, 18:40 |
| Thu | 7:10, 12:40, 17:30 | 8:00, 13:20, 18:40 |
| Fri | 7:10, 12:40, 16:30, 19:00 | 8:00, 13:20, 20:10 |
| Sat | 9:00, 18:00 | 10:30, 20:10 |
| Sun | 9:00, 18:00 | 10:30, 20:10 |

The bus waits for nobody. On holidays it keeps to Sunday's times.`,
  },
  {
    title: "Library and workshop hours",
    kind: "timetable",
    days: null,
    daysAgo: 40,
    body: `| Place | Monday to Friday | Saturday | Sunday |
| --- | --- | --- | --- |
| Library | 8:00 to 22:00 | 9:00 to 18:00 | 10:00 to 16:00 |
| Workshop | 9:00 to 17:00 | 9:00 to 13:00 | closed |
| Computer centre | 8:00 to 23:00 | 8:00 to 23:00 | 10:00 to 20:00 |`,
  },
] as const;

/** Seeds boards with two keepers each. One is past its date. */
export async function seedBoards({ db, members, now }: Demo): Promise<void> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1);
  const [first, second] = members;
  if (!admin || !first || !second) throw new Error("no members");
  for (const { days, daysAgo, ...content } of samples) {
    const at = now - daysAgo * dayMs;
    const row = { ...content, until: days === null ? null : addDays(today(now), days) };
    const [made] = await db
      .insert(boards)
      .values({
        ...row,
        slug: createSlug(content.title, "board"),
        creatorId: admin.id,
        week: readWeek(content.body),
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: boards.id });
    if (!made) throw new Error("no board");
    await db.insert(boardVersions).values({ ...row, boardId: made.id, authorId: admin.id, savedAt: at });
    await db.insert(boardKeepers).values([first, second].map(({ id }) => ({ boardId: made.id, userId: id })));
  }
}
