import type { z } from "zod";
import type { users } from "#db/index.ts";
import type { PrivateField } from "#db/vocabulary.ts";
import { type profileChangeSchema, type profileDetails, toMentoringColumns } from "./profile-input.server.ts";

/** What may be changed of a member, as it is stored, and the names of the topics. */
export type ProfileChange = Partial<
  Pick<
    typeof users.$inferSelect,
    (typeof profileDetails)[number] | "allowAnonymous" | `${PrivateField}To`
  > & { topics: string[] }
>;

/** @param sent the names that the body had: the other fields keep their values, though parsing gave them some */
export function toProfileChange(
  { visibility = {}, mentoring, ...fields }: z.output<typeof profileChangeSchema>,
  sent: ReadonlySet<string>,
): ProfileChange {
  const audiencesByColumn = Object.entries(visibility).map(([name, to]) => [`${name}To`, to]);
  return Object.fromEntries([
    ...Object.entries(fields).filter(([name]) => sent.has(name)),
    ...Object.entries(mentoring === undefined ? {} : toMentoringColumns(mentoring)),
    ...audiencesByColumn,
  ]);
}
