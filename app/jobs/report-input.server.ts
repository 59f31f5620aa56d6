import { z } from "zod";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { normalizeCode } from "#app/platform/schemas/fields.server.ts";
import { queryText } from "#app/platform/schemas/query-fields.server.ts";
import { countSchema } from "./response.server.ts";

const month = (description: string, example: string) =>
  queryText()
    .transform((text) => text && normalizeCode(text))
    .refine(
      (text) => text === undefined || /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text),
      "Write the month as 2026-01",
    )
    .meta({ override: { type: "string", pattern: "^(19|20)\\d\\d-(0[1-9]|1[0-2])$" }, example, description });

export const maxMonths = 60;

/** Months since year 0. */
export const toMonthNumber = (text: string): number =>
  Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;

export const jobReportSchema = z
  .object({
    from: month("The first month; eleven before `to` unless told", "2026-01"),
    to: month("The last month; eleven after `from`, or this one, unless told", "2026-12"),
    format: queryText().meta({
      override: { type: "string", enum: ["json", "csv"], default: "json" },
      example: "json",
      description: "`csv` is a file for spreadsheets",
    }),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const months = toMonthNumber(to) - toMonthNumber(from) + 1;
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if (months < 1) refuse("The last month is before the first");
    if (months > maxMonths) refuse(`Ask for ${maxMonths} months at most`);
  });

export const jobMonthSchema = z
  .object({
    month: answerText("2026-01"),
    postings: countSchema,
    opened: countSchema,
    applied: countSchema,
    offers: countSchema,
  })
  .meta({ id: "JobMonth" });
export type JobMonth = z.output<typeof jobMonthSchema>;

export const jobReportCsvSchema = z.string().meta({
  example: '"month","postings","opened","applied","offers"\r\n"2026-01","34","34","34","<5"\r\n',
});
