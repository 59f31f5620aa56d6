import { feedback } from "#db/index.ts";
import type { Demo } from "./demo.ts";

const day = 86_400_000;
const said: [name: string | null, text: string][] = [
  ["Ira Sample", "The size of a file before I load it saved me a gigabyte last month. Thank you."],
  [null, "Please let me sort the events by department."],
  ["A tired third year", "More placement notes from the electronics branch, if anyone has them."],
  [null, "It works on my grandmother's phone. That says everything."],
];

/** What visitors wrote on the landing page, for administrators to read. */
export async function seedFeedback({ db, now }: Demo): Promise<void> {
  const rows = said.map(([name, text], index) => ({
    name,
    text,
    createdAt: now - (said.length - index) * day,
  }));
  await db.insert(feedback).values(rows);
}
