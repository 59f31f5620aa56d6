import type { z } from "zod";
import type { users } from "#db/index.ts";
import type { PrivateField } from "#db/vocabulary.ts";
import { type profileChangeSchema, type profileDetails, toMentoringColumns } from "./profile-input.server.ts";

/** The changeable columns of a member, and the names of their topics. */
export type ProfileChange = Partial<
  Pick<
    typeof users.$inferSelect,
    (typeof profileDetails)[number] | "allowAnonymous" | `${PrivateField}To`
  > & { topics: string[] }
>;

/**
 * @param sent the names of the fields in the body: the other fields keep their values, though parsing sets defaults
 */
export function toProfileChange(
  { visibility = {}, mentoring, programme, ...fields }: z.output<typeof profileChangeSchema>,
  sent: ReadonlySet<string>,
): ProfileChange {
  const audiencesByColumn = Object.entries(visibility).map(([name, to]) => [`${name}To`, to]);
  return Object.fromEntries([
    ...Object.entries(fields).filter(([name]) => sent.has(name)),
    ...Object.entries(mentoring === undefined ? {} : toMentoringColumns(mentoring)),
    ...audiencesByColumn,
    ...(sent.has("programme") ? [["programmeId", programme ?? null]] : []),
  ]);
}
