import { z } from "zod";
import { answerCount, answerText, answerTime, personSchema } from "#app/platform/schemas/answers.server.ts";
import {
  integerUpTo,
  normalizeCode,
  optionalCode,
  optionalOneOf,
  optionalText,
  parseId,
  requiredCode,
  requiredLine,
  toId,
  toNumber,
} from "#app/platform/schemas/fields.server.ts";
import { cursor, queryChoice, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import {
  type BrowseFilterName,
  exams,
  fileTypes,
  firstPaperYear,
  maxCourseCode,
  resourceTexts,
  resourceTypes,
} from "./rules.ts";

export * from "./rules.ts";

const wrongType = `The kind must be one of these: ${resourceTypes.join(", ")}`;

const wrongExam = `The exam must be one of these: ${exams.join(", ")}`;

const thisYear = () => Number(today().slice(0, 4));
const wrongPaperYear = () => `The paper's year must be from ${firstPaperYear} to ${thisYear()}`;
const paperYear = z
  .preprocess(toNumber, z.number({ error: wrongPaperYear }).optional())
  .refine(
    (year) => year === undefined || (Number.isInteger(year) && year >= firstPaperYear && year <= thisYear()),
    { error: wrongPaperYear },
  )
  .transform((year) => year ?? null)
  .meta({
    override: {
      type: ["integer", "null"],
      minimum: firstPaperYear,
      get maximum() {
        return thisYear();
      },
    },
    example: null,
    description: "The year in which a past paper was set; null for other kinds",
  });

export const resourceFields = {
  title: requiredLine(resourceTexts.fill, 200).meta({ example: "Notes on tides" }),
  categoryId: requiredCode(resourceTexts.fill, 20).meta({ example: "1" }),
  year: integerUpTo(resourceTexts.fill, () => ({
    invalid: resourceTexts.wrongYear(settings.maxResourceYear),
    min: 1,
    max: settings.maxResourceYear,
  })).meta({ example: 2, description: "The year of study" }),
  resourceType: optionalOneOf(resourceTypes, wrongType).meta({
    example: "notes",
    description: "What kind of resource it is",
  }),
  paperYear,
  exam: optionalOneOf(exams, wrongExam).meta({
    example: null,
    description: "The exam that a past paper is from; null for other kinds",
  }),
  courseCode: optionalCode(maxCourseCode)
    .transform((text) => text?.toUpperCase() ?? null)
    // Some letters become two in upper case.
    .refine((text) => text === null || text.length <= maxCourseCode, `At most ${maxCourseCode} characters`)
    .meta({ example: "ME201", description: "The course's code, stored in upper case" }),
  description: optionalText(5_000).meta({ example: "Chapters 3 and 4, with sketches." }),
  eventId: optionalCode(20).meta({
    example: null,
    description: "The event that it is from, which has begun",
  }),
};
export const resourceSchema = z.object(resourceFields);
export type ResourceInput = z.output<typeof resourceSchema>;

const file = z.string().meta({
  override: { type: "string", format: "binary" },
  example: "(the bytes of the file)",
});

export const resourceUploadSchema = resourceSchema.extend({ file }).meta({ id: "ResourceUpload" });
export const imageUploadSchema = z.object({ file }).meta({ id: "ImageUpload" });
export const avatarUploadSchema = z.object({ avatar: file }).meta({ id: "AvatarUpload" });

function queryInteger(name: string, min: number, getMax: () => number) {
  return queryText(20)
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const digits = normalizeCode(text);
      const number = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
      if (number >= min && number <= getMax()) return number;
      const message = `${name} must be a whole number from ${min} to ${getMax()}`;
      context.addIssue({ code: "custom", message, input: text });
      return z.NEVER;
    })
    .meta({
      override: {
        type: "integer",
        minimum: min,
        get maximum() {
          return getMax();
        },
      },
      example: min,
    });
}

/** The filters of resources, named as in `db/scopes/resources.ts`. */
const filters = {
  categorySlug: queryText(60).meta({ example: "academics-notes", description: "One category, by its slug" }),
  // An id that cannot exist matches nothing.
  categoryId: queryText(20)
    .transform((text) => (text === undefined ? undefined : toId(text)))
    .meta({ override: { type: "string" }, example: "1", description: "One category, by its id" }),
  year: queryInteger("year", 1, () => settings.maxResourceYear).meta({ description: "The year of study" }),
  courseCode: queryText(40)
    .transform((text) => text && normalizeCode(text).toUpperCase())
    .meta({
      override: { type: "string" },
      example: "ME201",
      description: "One course, by its code in any case",
    }),
  eventId: queryText(20)
    .transform((text) => (text === undefined ? undefined : toId(text)))
    .meta({ override: { type: "string" }, example: "23", description: "What was shared of one event" }),
  resourceType: queryChoice(resourceTypes).meta({
    override: { type: "string", enum: [...resourceTypes] },
    example: "notes",
    description: "One kind. Unknown ones count as absent",
  }),
  paperYear: queryInteger("paperYear", firstPaperYear, thisYear).meta({
    example: 2024,
    description: "Past papers of one year",
  }),
  exam: queryChoice(exams).meta({
    override: { type: "string", enum: [...exams] },
    example: "mid-term",
    description: "Past papers of one exam. Unknown ones count as absent",
  }),
  search: queryText().meta({
    example: "tides",
    description: "A text in title, description or course code, or in a PDF",
  }),
};

/** The page number, and an id above all ids on that page. With `t` the page has only what a search found in texts. */
export const resourceCursor = /^([1-9]\d{0,8})-(t?)([1-9]\d{0,14})$/;

export const resourceListQuerySchema = z.object({
  limit: queryLimit(12, 100),
  page: queryInteger("page", 1, () => 1_000_000).meta({
    description:
      "The number of the page. A walk by `cursor` loses and repeats nothing while the list changes",
  }),
  cursor: cursor(resourceCursor, "2-52"),
  ...filters,
});

/** The filters of the browse page, and its page number. Invalid values are ignored. */
export const resourceBrowseQuerySchema = z.object({
  search: filters.search,
  category: filters.categorySlug,
  year: filters.year.catch(undefined),
  courseCode: filters.courseCode,
  resourceType: filters.resourceType,
  paperYear: filters.paperYear.catch(undefined),
  exam: filters.exam,
  page: queryText(7).transform((text) => parseId(text) ?? 1),
} satisfies Record<BrowseFilterName | "page", z.ZodType>);

export const resourceDataSchema = z
  .object({
    id: answerText("64"),
    title: answerText("Notes on tides"),
    description: answerText("Chapters 3 and 4, with sketches.").nullable(),
    category: z.object({
      id: answerText("1"),
      name: answerText("Academics Notes"),
      slug: answerText("academics-notes"),
    }),
    year: answerCount(2),
    courseCode: answerText("ME201").nullable(),
    resourceType: z.enum(resourceTypes).nullable().meta({ example: "notes" }),
    paperYear: answerCount(2024)
      .nullable()
      .meta({ example: null, description: "The year of a past paper; null for other kinds" }),
    exam: z
      .enum(exams)
      .nullable()
      .meta({ example: null, description: "The exam that a past paper is from; null for other kinds" }),
    fileUrl: answerText("/files/64/tides.pdf").meta({ description: "Relative; GET counts as a download" }),
    fileType: z.enum(fileTypes),
    size: answerCount(184_320).meta({ description: "In bytes" }),
    downloadCount: answerCount(31),
    eventId: answerText("23").nullable().meta({ example: null, description: "The event that it is from" }),
    user: personSchema,
    createdAt: answerTime("2026-01-15T10:30:00.000Z"),
  })
  .meta({ id: "Resource" });

const listedResourceSchema = resourceDataSchema
  .extend({
    textMatch: answerText("Tides follow the moon: sketch the bulge.").nullable().meta({
      example: null,
      description: "With `search`, the line where the words are in the file's text; else null",
    }),
  })
  .meta({ id: "ListedResource" });

export const resourceResponseSchema = z
  .object({ success: z.literal(true), data: resourceDataSchema })
  .meta({ id: "ResourceAnswer" });
export const resourceCreatedSchema = resourceResponseSchema
  .extend({ message: answerText(resourceTexts.uploaded) })
  .meta({ id: "ResourceUploaded" });
export const resourceListResponseSchema = z
  .object({
    success: z.literal(true),
    data: z.array(listedResourceSchema),
    message: answerText("Resources found"),
    currentPage: answerCount(1),
    totalPages: answerCount(1),
    totalCount: answerCount(1),
    totalCountCapped: z.boolean().meta({
      example: false,
      description: "The search found more than it counts: totalCount is a lower bound",
    }),
  })
  .meta({ id: "ResourceList" });
export const categoryListResponseSchema = z
  .object({
    success: z.literal(true),
    data: z.array(
      z
        .object({
          id: answerText("1"),
          name: answerText("Academics Notes"),
          slug: answerText("academics-notes"),
          description: answerText("Lecture notes, question papers and solutions, course by course."),
          resourceCount: answerCount(1),
          resources: z.array(resourceDataSchema).meta({ description: "The latest six" }),
        })
        .meta({ id: "ResourceCategory" }),
    ),
    message: answerText("Categories found"),
  })
  .meta({ id: "ResourceCategoryList" });

export const uploadQuerySchema = z.object({
  for: queryText(20)
    .pipe(z.enum(["message"], { error: "for is absent or message" }).optional())
    .meta({
      override: { type: "string", enum: ["message"] },
      example: "message",
      description: "`message`: any file of at most 10 MB, to be sent in a message",
    }),
});

export const imageAddressSchema = z
  .object({
    id: answerText("kQ3v8yT0c4mJWb6nLs1xRk").optional().meta({
      description: "With `for=message`: what `attachments` of a message takes",
    }),
    url: answerText("/files/images/9b0f8c1e-5d0a-4a55-8f5e-7c1d2e3f4a5b.webp").meta({
      description: "Relative",
    }),
  })
  .meta({ id: "ImageAddress" });
export const avatarAddressSchema = z
  .object({
    avatarUrl: answerText("/files/avatars/4f1c2d7e-3a55-4a0e-9b1d-2f6a6f0c9e11.webp").meta({
      description: "Relative",
    }),
  })
  .meta({ id: "AvatarAddress" });
