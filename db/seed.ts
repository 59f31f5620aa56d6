import type { Database } from "./database.ts";
import { resourceCategories } from "./schema/resources.ts";

/** The five categories of every community, in display order (specification, section 9). */
const categories = [
  ["academics-notes", "Academics Notes", "Lecture notes, question papers and solutions, course by course."],
  ["gate-notes", "Gate Notes", "Short notes, formula sheets and past papers for GATE."],
  ["quantum", "Quantum", "Quantum series and other ready-made guides for the week before an exam."],
  ["placement-resources", "Placement Resources", "Aptitude, coding rounds, interviews and CVs that worked."],
  ["others", "Others", "Everything else that might help somebody."],
] as const;

export function seedCategories(db: Pick<Database, "insert">) {
  const rows = categories.map(([slug, name, description], position) => ({
    slug,
    name,
    description,
    position,
  }));
  return db.insert(resourceCategories).values(rows).onConflictDoNothing({ target: resourceCategories.slug });
}
