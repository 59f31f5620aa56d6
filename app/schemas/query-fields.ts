import { z } from "zod";
import { isBlank, maxTypedLength, normalizeLine } from "./fields.ts";

/** The last value of a query parameter; blank is absent. */
export const queryText = (max = 200) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value.at(-1) : value),
      z
        .string()
        .optional()
        .transform(
          (text) => normalizeLine((text ?? "").slice(0, maxTypedLength(max))).slice(0, max) || undefined,
        ),
    )
    .meta({ override: { type: "string" } });

/** The values of a query parameter that may be repeated, up to fifty. */
export const queryList = () =>
  z
    .preprocess((value: unknown = []) => [value].flat().slice(0, 50), z.array(z.string()))
    .meta({ override: { type: "array", items: { type: "string" } } });

export const queryLimit = (defaultLimit: number, max: number) =>
  z
    .preprocess(
      (value) => (isBlank(value) ? defaultLimit : Number(Array.isArray(value) ? value.at(-1) : value)),
      z
        .number({ error: `limit must be a whole number from 1 to ${max}` })
        .int(`limit must be a whole number from 1 to ${max}`)
        .min(1, `limit must be a whole number from 1 to ${max}`)
        .max(max, `limit must be a whole number from 1 to ${max}`)
        .prefault(defaultLimit),
    )
    .meta({
      override: { type: "integer", minimum: 1, maximum: max, default: defaultLimit },
      description: "How many to return at most",
    });

export const cursorDescription = "Where the list continues, from the `Link` header of the page before";

export const cursor = (max: number, example: string) =>
  queryText(max).meta({ example, description: cursorDescription });
