import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { insertSelect } from "./insert-select.ts";
import { resourceCategories } from "./schema/resources.ts";

/** The five categories of every community, in display order (specification, section 9). */
const categories = [
  ["academics-notes", "Academics Notes", "Lecture notes, question papers and solutions, course by course."],
  ["gate-notes", "Gate Notes", "Short notes, formula sheets and past papers for GATE."],
  ["quantum", "Quantum", "Quantum series and other ready-made guides for the week before an exam."],
  ["placement-resources", "Placement Resources", "Aptitude, coding rounds, interviews and CVs that worked."],
  ["others", "Others", "Everything else that might help somebody."],
] as const;

/** The name in `site_settings` of the slugs of those that an administrator has deleted. */
export const deletedCategories = "deletedCategories";

export const isDefaultCategory = (slug: string): boolean => categories.some(([each]) => each === slug);

/** Inserts those that are missing, except the deleted ones. */
export function seedCategories(db: Pick<Database, "insert" | "select">) {
  const seeds = JSON.stringify(
    categories.map(([slug, name, description], position) => ({ slug, name, description, position })),
  );
  return insertSelect(
    db,
    resourceCategories,
    {
      slug: sql`seeds.value ->> 'slug'`,
      name: sql`seeds.value ->> 'name'`,
      description: sql`seeds.value ->> 'description'`,
      position: sql`seeds.value ->> 'position'`,
    },
    sql`json_each(${seeds}) as seeds`,
    sql`seeds.value ->> 'slug' not in (select deleted.value from site_settings, json_each(site_settings.content) as deleted
      where site_settings.name = ${deletedCategories})`,
  ).onConflictDoNothing({ target: resourceCategories.slug });
}
