import { z } from "zod";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { oneOf } from "#app/platform/schemas/fields.server.ts";
import { searchFrequencies, searchKinds } from "#db/vocabulary.ts";

const query = z
  .string({ error: "query must be the query string of a list" })
  .max(500, "The query must have at most 500 characters")
  .meta({ example: "search=firmware&workplaceType=remote", description: "The query string of the list" });

export const savedSearchFields = {
  kind: oneOf(searchKinds, 'Choose "jobs" or "questions"'),
  query,
  frequency: oneOf(searchFrequencies, 'Choose "at-once" or "daily"'),
};
export const savedSearchSchema = z.object(savedSearchFields);
export type SavedSearchInput = z.output<typeof savedSearchSchema>;

export const savedSearchResponseSchema = z
  .object({
    id: answerText("3"),
    kind: z.enum(searchKinds).meta({ example: "jobs" }),
    query: answerText("search=firmware&workplaceType=remote"),
    frequency: z.enum(searchFrequencies).meta({ example: "daily" }),
  })
  .meta({ id: "SavedSearch" });
