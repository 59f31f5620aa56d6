import { z } from "zod";

/** All but tab and line feed. Nobody types them, and SQLite ends a text at the first NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Normalizes text to be stored: Unicode NFC, line feeds only, no control characters, trimmed. */
export const normalizeText = (text: string) =>
  text.toWellFormed().normalize("NFC").replace(/\r\n?/g, "\n").replace(controlCharacters, "").trim();

/** Forms send an empty string for an absent value, JSON sends null or nothing. */
const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

const tooLong = (max: number) => `At most ${max} characters`;

/** A text that must not be blank. `missing` is the error when it is. */
export function requiredText(missing: string, max = 200) {
  return z.string({ error: missing }).overwrite(normalizeText).min(1, missing).max(max, tooLong(max));
}

/** A text that may be absent: blank, `null` and `undefined` all become `null`. */
export function optionalText(max = 200) {
  return z
    .string({ error: "Must be text" })
    .overwrite(normalizeText)
    .max(max, tooLong(max))
    .nullish()
    .transform((text) => text || null);
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T, missing: string) {
  return z.enum(values, { error: missing });
}

/** A number as JSON or as typed into a form; blank is absent. */
function numeric(invalid: string) {
  return z.preprocess(
    (value) => (isBlank(value) ? undefined : typeof value === "string" ? Number(value) : value),
    z.number({ error: invalid }).optional(),
  );
}

/** A number of at least `min` that may be absent: blank becomes `null`. */
export function optionalNumber(invalid: string, min = 0, max = 1e12) {
  return numeric(invalid)
    .refine((value) => value === undefined || (value >= min && value <= max), invalid)
    .transform((value) => value ?? null)
    .meta({ override: { type: ["number", "null"], minimum: min, maximum: max } });
}

/** A required whole number. */
export function requiredInteger(missing: string, invalid: string, min: number, max: number) {
  return z
    .preprocess(
      (value) => (isBlank(value) ? undefined : typeof value === "string" ? Number(value) : value),
      z
        .number({ error: (issue) => (issue.input === undefined ? missing : invalid) })
        .int(invalid)
        .min(min, invalid)
        .max(max, invalid),
    )
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

/** A list of short texts, sent as a list or as text with commas: trimmed, without blanks and duplicates. */
export function textList(maxItems = 30, maxLength = 60) {
  return z
    .union([z.string(), z.array(z.string())], { error: "Must be text or a list of texts" })
    .nullish()
    .transform((value) => {
      const parts = (Array.isArray(value) ? value : [value ?? ""]).flatMap((part) => part.split(","));
      return [...new Set(parts.map((part) => normalizeText(part).replace(/\s+/g, " ")).filter(Boolean))];
    })
    .refine((list) => list.length <= maxItems, `At most ${maxItems} entries`)
    .refine((list) => list.every((item) => item.length <= maxLength), `Each at most ${maxLength} characters`);
}

/** `a@b.c`, without characters that would start or end another address in a mail header. */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;

export function email(missing: string, invalid = "Email is invalid") {
  return z
    .string({ error: missing })
    .overwrite((text) => normalizeText(text).toLowerCase())
    .min(1, missing)
    .max(254, invalid)
    .refine((text) => text === "" || emailPattern.test(text), invalid);
}

export function optionalEmail(invalid = "Email is invalid") {
  return optionalText(254)
    .transform((text) => text?.toLowerCase() ?? null)
    .refine((text) => text === null || emailPattern.test(text), invalid);
}

/** A link that may be absent. Other schemes than http and https could run a script or open a program. */
export function optionalLink(invalid = "Must be a web address that begins with http:// or https://") {
  return optionalText(2000).refine((text) => text === null || isWebLink(text), invalid);
}

export function isWebLink(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "" && /^https?:\/\//i.test(text);
}

/** Puts `https://` before an address that was typed without it, such as `college.example/jobs`. */
export function completeWebLink(text: string): string {
  const link = text.trim();
  return /^[^\s:/@]+\.[^\s:/@]+(?:[/?#]\S*)?$/.test(link) ? `https://${link}` : text;
}

/** A day, `YYYY-MM-DD`, that may be absent. */
export function optionalDay(invalid = "Must be a date such as 2030-12-31") {
  return optionalText(10).refine((text) => text === null || isDay(text), invalid);
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

/** The last value of a query parameter; blank is absent. */
export const queryText = (max = 200) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value.at(-1) : value),
      z
        .string()
        .optional()
        .transform((text) => normalizeText(text ?? "").slice(0, max) || undefined),
    )
    .meta({ override: { type: "string" } });

/** All values of a query parameter that may be repeated. */
export const queryList = () =>
  z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(z.string()),
    )
    .meta({ override: { type: "array", items: { type: "string" } } });

/** The `limit` parameter of a list. */
export const queryLimit = (defaultLimit: number, max: number) =>
  z
    .preprocess(
      (value) => (isBlank(value) ? defaultLimit : Number(Array.isArray(value) ? value.at(-1) : value)),
      z
        .number({ error: `limit must be a whole number from 1 to ${max}` })
        .int(`limit must be a whole number from 1 to ${max}`)
        .min(1, `limit must be a whole number from 1 to ${max}`)
        .max(max, `limit must be a whole number from 1 to ${max}`),
    )
    .meta({ override: { type: "integer", minimum: 1, maximum: max, default: defaultLimit } });

/** Parses an id in a path or body, sent as digits. Returns null when nothing can have that id. */
export function parseId(text: unknown): number | null {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
