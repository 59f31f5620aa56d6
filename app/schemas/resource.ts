import { z } from "zod";
import { optionalText, parseId, queryLimit, queryText, requiredInteger, requiredLine } from "./fields.ts";
import { fileTypes, resourceTexts, years } from "./resource-rules.ts";

export * from "./resource-rules.ts";

/** The text fields of an upload. */
export const resourceFields = {
  title: requiredLine(resourceTexts.fill, 200),
  categoryId: requiredLine(resourceTexts.fill, 20),
  year: requiredInteger(resourceTexts.fill, "Year must be a whole number from 1 to 4", 1, 4),
  description: optionalText(5_000),
};
export const resourceSchema = z.object(resourceFields);
export type ResourceInput = z.output<typeof resourceSchema>;

const file = z.string().meta({ override: { type: "string", format: "binary" } });

/** An upload as `POST /api/resources` documents it. */
export const resourceUploadSchema = resourceSchema.extend({ file }).meta({ id: "ResourceUpload" });
export const imageUploadSchema = z.object({ file }).meta({ id: "ImageUpload" });
export const avatarUploadSchema = z.object({ avatar: file }).meta({ id: "AvatarUpload" });

/** A whole number in a query: undefined when absent or blank, an error when out of range. */
function queryInteger(name: string, min: number, max: number) {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return queryText(20)
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (number >= min && number <= max) return number;
      context.addIssue({ code: "custom", message, input: text });
      return z.NEVER;
    })
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

/** The query of `GET /api/resources`. */
export const resourceListQuerySchema = z.object({
  limit: queryLimit(12, 100),
  page: queryInteger("page", 1, 1_000_000),
  categorySlug: queryText(60),
  categoryId: queryText(20),
  year: queryInteger("year", 1, 4),
  search: queryText(),
});

/** The query of the browse page. Unreadable values count as absent. */
export const resourceBrowseQuerySchema = z.object({
  search: queryText(),
  category: queryText(60),
  year: queryText(1).transform((text) => years.find((year) => String(year) === text)),
  page: queryText(7).transform((text) => parseId(text) ?? 1),
});

/** A resource as the API returns it. */
export const resourceDataSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    category: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
    year: z.number().int(),
    fileUrl: z.string().meta({ description: "Relative; GET counts as a download" }),
    fileType: z.enum(fileTypes),
    size: z.number().int().meta({ description: "In bytes" }),
    downloadCount: z.number().int(),
    user: z.object({ id: z.string(), name: z.string() }),
    createdAt: z.string(),
  })
  .meta({ id: "Resource" });

export const resourceResponseSchema = z.object({ success: z.literal(true), data: resourceDataSchema });
export const resourceCreatedSchema = resourceResponseSchema.extend({ message: z.string() });
export const resourceListResponseSchema = z.object({
  success: z.literal(true),
  data: z.array(resourceDataSchema),
  message: z.string(),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  totalCount: z.number().int(),
  totalCountCapped: z
    .boolean()
    .meta({ description: "The search found more than it counts: totalCount is a lower bound" }),
});
export const categoryListResponseSchema = z.object({
  success: z.literal(true),
  data: z.array(
    z
      .object({
        id: z.string(),
        name: z.string(),
        slug: z.string(),
        description: z.string(),
        resourceCount: z.number().int(),
        resources: z.array(resourceDataSchema).meta({ description: "The latest six" }),
      })
      .meta({ id: "ResourceCategory" }),
  ),
  message: z.string(),
});
