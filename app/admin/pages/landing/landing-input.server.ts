import { z } from "zod";
import { type LandingSection, landingRules } from "#app/home/landing-rules.ts";
import { optionalLine } from "#app/platform/schemas/fields.server.ts";

/** The fields of a section's form: `name1`, `role1`, …, `name2`, … */
export function landingFields(section: LandingSection) {
  const { columns, maxEntries } = landingRules[section];
  const numbers = Array.from({ length: maxEntries }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.flatMap((n) =>
      Object.entries(columns).map(([column, { max }]) => [`${column}${n}`, optionalLine(max)]),
    ),
  );
}

/**
 * Parses a section's form into entries, each with its position from "1". Entries without any text are dropped. All
 * others must be complete.
 */
export function landingSchema(section: LandingSection) {
  const columns: [string, { label: string }][] = Object.entries(landingRules[section].columns);
  return z.object(landingFields(section)).transform((texts, context) => {
    const entries: Record<string, string>[] = [];
    for (let n = 1; n <= landingRules[section].maxEntries; n++) {
      const entry = Object.fromEntries(columns.map(([column]) => [column, texts[`${column}${n}`] ?? ""]));
      if (!Object.values(entry).some(Boolean)) continue;
      entries.push({ place: String(n), ...entry });
      for (const [column, { label }] of columns) {
        if (entry[column]) continue;
        context.addIssue({ code: "custom", path: [`${column}${n}`], message: `${label} is missing` });
      }
    }
    return entries;
  });
}
