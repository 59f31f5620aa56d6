import { z } from "zod";
import { isCostlyMarkdown, tooManyMarks } from "./markdown-rules.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Characters that are invisible or change the writing direction. Joiners and variation selectors have their own rules. */
const invisibleCharacters =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb\u2800]/gu;
/** Only emoji, keycaps, mathematical signs, ideographs and Burmese letters have variants. */
const looseSelectors =
  /(?<![\p{Extended_Pictographic}\p{Ideographic}\p{Sm}\p{Script=Myanmar}])(?!(?<=[\d#*])\ufe0f\u20e3)[\ufe00-\ufe0f]/gu;
/** The two joiners are allowed between letters of scripts that need them, such as Devanagari, and between emoji. */
const looseJoiners =
  /(?<!(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?!(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const blank = /^[\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const emptyIfBlank = (text: string) => (blank.test(text) ? "" : text);

const removeControls = (text: string) =>
  emptyIfBlank(text.toWellFormed().replace(/\r\n?/g, "\n").replace(controlCharacters, ""));

const flatten = (text: string) =>
  emptyIfBlank(
    text
      .toWellFormed()
      .replace(/(?:(?!\ufeff)[\s\u0085])+/g, " ")
      .replace(invisibleCharacters, "")
      .replace(looseSelectors, "")
      .replace(looseJoiners, ""),
  );

/** Normalizes text to be stored: Unicode NFC, line feeds only, no control characters, trimmed. */
export const normalizeText = (text: string) => removeControls(text).normalize("NFC").trim();

export const normalizeLine = (text: string) => flatten(text).normalize("NFC").replace(/\s+/g, " ").trim();

/** Full-width characters, and the digits of Arabic and of India's scripts. */
const foreignCharacters =
  /[\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

function toAscii(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  return String((code & 15) - (code < 0x0900 ? 0 : 6));
}

/** Normalizes numbers, dates, codes, phones and email addresses to what a Latin keyboard types. */
export const normalizeCode = (text: string) =>
  normalizeLine(text)
    .replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, "")
    .replace(foreignCharacters, toAscii);

/** Maximum length before normalization, in UTF-16 units: one character such as an emoji has several. */
export const maxTypedLength = (max: number) => 4 * max + 64;

/** More accents on one letter than any script has. Normalizing a run takes time quadratic in its length. */
const longMarkRun = /\p{M}{9}/u;
const tooManyAccents = "Too many accents on one letter";

/** Forms send an empty string for an absent value, JSON sends null or nothing. */
export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

interface TextRules {
  missing: string;
  /** In characters: an emoji counts as one. */
  max: number;
  kind?: keyof typeof normalizers;
  tooLong?: string;
}

const normalizers = { text: normalizeText, line: normalizeLine, code: normalizeCode };

/** Checks the length before any costly normalization. */
function boundedText({ missing, max, kind = "text", tooLong = `At most ${max} characters` }: TextRules) {
  return z
    .string({ error: missing })
    .refine((text) => text.length <= maxTypedLength(max), { error: tooLong, abort: true })
    .overwrite(kind === "text" ? removeControls : flatten)
    .refine((text) => !longMarkRun.test(text), { error: tooManyAccents, abort: true })
    .overwrite(normalizers[kind])
    .refine((text) => countCharacters(text) <= max, { error: tooLong, abort: true });
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Longest character that is never split, in code points: a family emoji with skin tones has about 20. */
const maxCharacterLength = 64;

/** Cuts a text to at most `max` code points, without splitting a visible character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join("");
  if (start.length >= text.length) return text;
  const near = Math.max(0, start.length - maxCharacterLength);
  const cut = characters
    .segment(text.slice(near, start.length + maxCharacterLength))
    .containing(start.length - near);
  return (cut?.index ? text.slice(0, near + cut.index) : start).toWellFormed();
}

const countCharacters = (text: string) => Array.from(text).length;

const required = (rules: TextRules) =>
  boundedText(rules)
    .min(1, rules.missing)
    .meta({ override: { type: "string", minLength: 1, maxLength: rules.max } });

/**
 * A text that is required while `isRequired` returns true, and otherwise "" when blank. The OpenAPI document always
 * requires it.
 */
const requiredIf = (isRequired: () => boolean, rules: TextRules) =>
  z
    .preprocess(
      (value) => (isBlank(value) && !isRequired() ? "" : value),
      boundedText(rules).refine((text) => text !== "" || !isRequired(), rules.missing),
    )
    .meta({ override: { type: "string", minLength: 1, maxLength: rules.max } });

export const nameRequiredIf = (isRequired: () => boolean, missing: string, max: number) =>
  requiredIf(isRequired, { missing, max, kind: "line" }).refine((text) => !hasAddress(text), addressInName);

export const codeRequiredIf = (isRequired: () => boolean, missing: string, max: number) =>
  requiredIf(isRequired, { missing, max, kind: "code" });

const optional = (rules: Omit<TextRules, "missing">) =>
  boundedText({ ...rules, missing: "Must be text" })
    .meta({ override: { type: "string", maxLength: rules.max } })
    .nullish()
    .transform((text) => text || null);

export const requiredText = (missing: string, max: number) => required({ missing, max });

/** An optional text of several lines: blank, `null` and `undefined` all become `null`. */
export const optionalText = (max: number) => optional({ max });

/** The Markdown of a job or an event. */
export const requiredMarkdown = (missing: string, max: number) =>
  requiredText(missing, max).refine((text) => !isCostlyMarkdown(text), tooManyMarks);

export const requiredLine = (missing: string, max = 200) => required({ missing, max, kind: "line" });

export const optionalLine = (max = 200) => optional({ max, kind: "line" });

/** A number, code or phone number that is stored as text. */
export const requiredCode = (missing: string, max: number) => required({ missing, max, kind: "code" });

export const optionalCode = (max: number) => optional({ max, kind: "code" });

/** Mails and lists show names, and a web address in one would look like a link from us. */
const hasAddress = (text: string | null) => text?.normalize("NFKC").includes("://") ?? false;
const addressInName = "A name cannot contain a web address";

export const requiredName = (missing: string, max: number) =>
  requiredLine(missing, max).refine((text) => !hasAddress(text), addressInName);

export const optionalName = (max: number) =>
  optionalLine(max).refine((text) => !hasAddress(text), addressInName);

export function oneOf<const T extends readonly [string, ...string[]]>(values: T, missing: string) {
  return z.enum(values, { error: missing });
}

/** An optional choice: blank, `null` and `undefined` all become `null`. */
export function optionalOneOf<const T extends readonly [string, ...string[]]>(values: T, invalid: string) {
  return z
    .preprocess((value) => (isBlank(value) ? null : value), z.enum(values, { error: invalid }).nullable())
    .nullish()
    .transform((value) => value ?? null);
}

/** Reads a number from JSON or a form. Blank becomes undefined. */
export function toNumber(value: unknown): unknown {
  if (isBlank(value)) return undefined;
  if (typeof value !== "string") return value;
  if (value.length > 100) return Number.NaN;
  const text = normalizeCode(value);
  return text === "" ? undefined : Number(text);
}

function numeric(invalid: string) {
  return z.preprocess(toNumber, z.number({ error: invalid }).optional());
}

export function optionalNumber(invalid: string, min = 0, max = 1e12) {
  return numeric(invalid)
    .refine((value) => value === undefined || (value >= min && value <= max), invalid)
    .transform((value) => value ?? null)
    .meta({ override: { type: ["number", "null"], minimum: min, maximum: max } });
}

export const requiredInteger = (missing: string, invalid: string, min: number, max: number) =>
  integerUpTo(missing, () => ({ invalid, min, max }));

/** An integer whose bounds are read on each use, because a year's bounds change while the server runs. */
export const integerUpTo = (
  missing: string,
  getBounds: () => { invalid: string; min: number; max: number },
) =>
  z
    .preprocess(
      toNumber,
      z
        .number({ error: (issue) => (issue.input === undefined ? missing : getBounds().invalid) })
        .refine((value) => Number.isInteger(value) && value >= getBounds().min && value <= getBounds().max, {
          error: () => getBounds().invalid,
        }),
    )
    .meta({
      override: {
        type: "integer",
        get minimum() {
          return getBounds().min;
        },
        get maximum() {
          return getBounds().max;
        },
      },
    });

export function textList(maxItems = 30, maxLength = 60, tooMany = `At most ${maxItems} entries`) {
  const maxSent = 10 * maxItems;
  const maxTyped = maxItems * maxTypedLength(maxLength);
  return z
    .preprocess(
      // Zod visits every entry before it checks the list's length.
      (value) => (Array.isArray(value) ? value.slice(0, maxSent + 1) : value),
      z.union([z.string(), z.array(z.string())], { error: "Must be text or a list of texts" }).nullish(),
    )
    .meta({
      override: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, { type: "null" }],
      },
    })
    .transform((value) => (Array.isArray(value) ? value : [value ?? ""]))
    .refine((parts) => parts.length <= maxSent && sumLengths(parts) <= maxTyped, {
      error: tooMany,
      abort: true,
    })
    .transform((parts) => parts.flatMap((part) => part.split(",").map(flatten)))
    .refine((parts) => !parts.some((part) => longMarkRun.test(part)), { error: tooManyAccents, abort: true })
    .transform((parts) => [...new Set(parts.map(normalizeLine).filter(Boolean))])
    .refine((list) => list.length <= maxItems, tooMany)
    .refine((list) => list.every((item) => item.length <= maxLength), `Each at most ${maxLength} characters`);
}

/** A list with at least one entry. The document requires the field; the schema treats an absent one as an empty list. */
export const requiredTextList = (missing: string, maxItems: number, maxLength: number) =>
  textList(maxItems, maxLength)
    .refine((list) => list.length > 0, missing)
    .nonoptional()
    .meta({ override: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] } });

const sumLengths = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0);

/** `a@b.c`, without characters that end an address in a mail header. A domain matches in only one way. */
const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;

const maxEmailLength = 254;

/** An email address as typed, so that accounts stored before normalization are also found. */
export function typedEmail(missing: string, invalid = "Email is invalid") {
  return boundedText({ missing, max: maxEmailLength, tooLong: invalid })
    .overwrite((text) => text.toLowerCase())
    .min(1, missing)
    .refine((text) => text === "" || emailPattern.test(normalizeEmail(text)), invalid)
    .meta({ override: { type: "string", minLength: 1, maxLength: maxEmailLength } });
}

export const email = (missing: string, invalid?: string) => {
  const typed = typedEmail(missing, invalid);
  return typed.overwrite(normalizeEmail).meta(typed.meta() ?? {});
};

/** The stored form of an address. Lowercased last, because full-width letters also have two cases. */
export const normalizeEmail = (text: string) => normalizeCode(text).toLowerCase();

/** An address that we are about to send mail to. Rejects one that no mail server accepts. */
export const reachableEmail = (missing: string) =>
  email(missing).refine(
    (text) => !emailPattern.test(text) || isReachable(text),
    "Mail can't reach this address: check its dots and hyphens",
  );

/** RFC 5321, 4.1.2: no dot at an end, no two in a row, no hyphen at a label's end, no numeric ending. */
function isReachable(address: string): boolean {
  const at = address.lastIndexOf("@");
  const name = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  return (
    name.length <= 64 &&
    name.split(".").every((part) => part !== "") &&
    labels.every((label) => label.length <= 63 && !/^-|-$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

export function optionalEmail(invalid = "Email is invalid") {
  return optionalCode(maxEmailLength)
    .transform((text) => text?.toLowerCase() ?? null)
    .refine((text) => text === null || emailPattern.test(text), invalid);
}

/** An optional link. Schemes other than http and https could run a script or open a program. */
export function optionalLink(invalid = "Must be a web address that begins with http:// or https://") {
  return optionalLine(2000).refine((text) => text === null || isWebLink(text), invalid);
}

export function isWebLink(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "" && /^https?:\/\//i.test(text);
}

/** Adds `https://` to an address typed without it, such as `college.example/jobs`. */
export function completeWebLink(text: string): string {
  const link = text.trim();
  return /^[^\s:/@.?#]+(?:\.[^\s:/@.?#]+)+(?:[/?#]\S*)?$/.test(link) ? `https://${link}` : text;
}

export function optionalDay(invalid = "Must be a date such as 2030-12-31") {
  return optionalCode(10).refine((text) => text === null || isDay(text), invalid);
}

export const requiredDay = (missing: string, invalid: string) =>
  requiredCode(missing, 10).refine((text) => text === "" || isDay(text), invalid);

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

/** Returns null for an impossible id. */
export function parseId(text: unknown): number | null {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** An id in an address, for a query. An invalid one becomes 0, which no row has. */
export const toId = (text: unknown): number => parseId(text) ?? 0;
