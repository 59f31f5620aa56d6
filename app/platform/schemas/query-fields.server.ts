import { z } from "zod";
import { cutText, isBlank, maxTypedLength, normalizeLine, parseId } from "./fields.server.ts";
import { maxSearchLength } from "./search-rules.ts";

/** The last value of a query parameter. Blank counts as absent. */
export const queryText = (max = maxSearchLength) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value.at(-1) : value),
      z
        .string()
        .optional()
        .transform(
          (text) => cutText(normalizeLine((text ?? "").slice(0, maxTypedLength(max))), max) || undefined,
        ),
    )
    .meta({ override: { type: "string" } });

/** A filter by a fixed set of values. An unknown value counts as absent. */
export const queryChoice = <const Value extends string>(values: readonly Value[]) =>
  queryText(40)
    .transform((text) => values.find((value) => value === text))
    .meta({ override: { type: "string", enum: [...values] } });

/** The values of a query parameter that may be repeated, up to fifty. */
export const queryList = () =>
  z
    .preprocess((value: unknown = []) => [value].flat().slice(0, 50), z.array(z.string()))
    .meta({ override: { type: "array", items: { type: "string" } } });

/** 50 by default and at most 200, unless a list has a reason for other limits. */
export const queryLimit = (defaultLimit = 50, max = 200) =>
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

export const unknownCursor = "Use a cursor from the Link header of the page before";

/** Where a list continues. An invalid cursor is refused, or a program with a truncated one would loop on the first page. */
export const cursor = (pattern: RegExp, example: string) =>
  queryText(600)
    .refine((text) => text === undefined || pattern.test(text), unknownCursor)
    .meta({ override: { type: "string" }, example, description: cursorDescription });

export const idCursor = /^[1-9]\d{0,14}$/;
export const positionCursor = /^\d{1,15}-\d{1,15}$/;

/** The id in a list where the page begins. 0 is before all ids. */
export const idInList = (example: string, description: string) =>
  cursor(/^\d{1,15}$/, example)
    .transform((text) => parseId(text) ?? undefined)
    .meta({ override: { type: "string" }, example, description });
