import { z } from "zod";
import { batchYear, normalizePhone, programme, skills } from "#app/account/input.server.ts";
import {
  codeRequiredIf,
  completeWebLink,
  isWebLink,
  optionalCode,
  optionalDay,
  optionalLine,
  optionalName,
  optionalNumber,
  requiredCode,
  requiredInteger,
  requiredLine,
  requiredName,
  textList,
} from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { askWays, audiences, type PrivateField, privateFields } from "#db/vocabulary.ts";

const invalidBirthday = "Birthday must be a date in the past, such as 2004-12-31";

const isPast = (day: string) => day >= "1900-01-01" && day < today();

export const maxTopics = 5;
export const maxLinks = 4;
export const maxPositions = 10;
const maxLinkLength = 300;
const maxSentenceLength = 280;
const maxNameLength = 120;

const tooManyTopics = "Choose at most five topics";
const sentence = () => optionalLine(maxSentenceLength).transform((text) => text ?? "");
const topics = textList(maxTopics, 30, tooManyTopics)
  .transform((names) => [...new Set(names.map((name) => name.toLowerCase()))])
  .meta({
    example: ["firmware", "interviews"],
    description: "What they like to be asked about: at most five tags that some question has",
  });

const invalidNotNow = "Choose a day from today on, such as 2030-12-31";
const notNowUntil = optionalDay(invalidNotNow)
  .refine((day) => day === null || day >= today(), invalidNotNow)
  .meta({
    example: null,
    description: "The day from which they like to be asked again; null when they like it now",
  });

const link = requiredLine("Type a web address", maxLinkLength)
  .overwrite(completeWebLink)
  .refine(
    (text) => text === "" || isWebLink(text),
    "Must be a web address that begins with http:// or https://",
  );

const monthPattern = "^\\d{4}-\\d{2}$";
const month = (missing: string) =>
  requiredCode(missing, 7)
    .refine((text) => text === "" || /^(19[5-9]|20\d|21\d)\d-(0[1-9]|1[0-2])$/.test(text), {
      error: "Must be a month such as 2024-07",
    })
    .meta({ override: { type: "string", pattern: monthPattern } });

const ongoing = (value: unknown) => (value === "" || value === undefined ? null : value);
const position = z
  .object(
    {
      title: requiredName("Say what you did there", maxNameLength),
      company: requiredName("Say where it was", maxNameLength),
      from: month("Say when it began, such as 2024-07"),
      to: z.preprocess(ongoing, month("").nullable()),
    },
    { error: "Must be a title, a company, from and to" },
  )
  .refine(({ from, to }) => to === null || to >= from, {
    path: ["to"],
    error: "It can't end before it begins",
    when: ({ value }) => {
      const { from, to } = (value ?? {}) as Record<string, unknown>;
      return typeof from === "string" && typeof to === "string";
    },
  });

/** Counts the items before it checks any of them. */
const listOf = <Item extends z.ZodType>(item: Item, max: number, tooMany: string) =>
  z
    .array(z.unknown(), { error: "Must be a list" })
    .refine((list) => list.length <= max, { error: tooMany, abort: true })
    .pipe(z.array(item));

export const tooManyPositions = "At most ten positions. Remove one to add another.";
const tooManyLinks = "At most four links";

const mentoringPlaces = requiredInteger(
  "Say how many you can mentor at a time",
  "Choose from one to five people",
  1,
  5,
);

/** A member's details with one value each. */
export const details = {
  name: requiredName("Name is required", 121).meta({ example: "Asha Verma" }),
  phone: codeRequiredIf(() => settings.phoneRequired, "Phone is required", 30)
    .transform((text, context) => {
      if (text === "") return null;
      const phone = normalizePhone(text, "+91");
      if (phone !== null) return phone;
      context.addIssue({ code: "custom", message: "Phone is invalid", input: text });
      return z.NEVER;
    })
    .meta({ example: "+91 98765 43210" }),
  birthday: optionalDay(invalidBirthday)
    .refine((day) => day === null || isPast(day), invalidBirthday)
    .meta({ example: "2005-03-09" }),
  gender: optionalLine(40).meta({ example: "female" }),
  roll: optionalCode(40).meta({ example: "EC-23-017" }),
  branch: optionalLine(100).meta({ example: "Electronics" }),
  location: optionalLine(100).meta({ example: "Kochi" }),
  cgpa: optionalNumber("CGPA must be a number from 0 to 10", 0, 10)
    .transform((cgpa) => (cgpa === null ? null : Math.round(cgpa * 100) / 100))
    .meta({ example: 8.4 }),
  company: optionalName(120).meta({ example: "Northlight Robotics" }),
  position: optionalName(120).meta({ example: "Firmware intern" }),
  skills,
  batchYear,
};

const asking = {
  about: sentence().meta({ example: "I build motor controllers.", description: "One sentence of their own" }),
  topics,
  notNowUntil,
};

const audience = z.enum(audiences, { error: "Must be nobody, connections or members" });
const byPrivateField = <Value>(of: (name: PrivateField) => [string, Value]) =>
  Object.fromEntries(privateFields.map(of));

/**
 * The body of `PUT /api/users/{id}`. Fields that cannot be changed here are ignored, so that a client may send back a
 * user as it received it.
 */
export const profileChangeSchema = z
  .object({
    ...details,
    programme,
    ...asking,
    askBy: listOf(
      z.enum(askWays, { error: "Must be message, anonymous or public" }),
      askWays.length,
      "Each way once",
    )
      .transform((ways) => askWays.filter((way) => ways.includes(way)))
      .meta({
        example: ["message", "anonymous"],
        description: "How they like to be asked",
        override: { type: "array", maxItems: askWays.length, items: { type: "string", enum: [...askWays] } },
      }),
    links: listOf(link, maxLinks, tooManyLinks)
      .transform((links) => [...new Set(links)])
      .meta({
        example: ["https://asha.example/motors"],
        override: {
          type: "array",
          maxItems: maxLinks,
          items: { type: "string", format: "uri", maxLength: maxLinkLength },
        },
      }),
    positions: listOf(position, maxPositions, tooManyPositions).meta({
      example: [{ title: "Firmware intern", company: "Northlight Robotics", from: "2025-05", to: null }],
      description: "The path from college to today, in their order; `to` is null for a current position",
      override: {
        type: "array",
        maxItems: maxPositions,
        items: {
          type: "object",
          required: ["title", "company", "from"],
          properties: {
            title: { type: "string", minLength: 1, maxLength: maxNameLength },
            company: { type: "string", minLength: 1, maxLength: maxNameLength },
            from: { type: "string", pattern: monthPattern },
            to: { type: ["string", "null"], pattern: monthPattern },
          },
        },
      },
    }),
    mentoring: z
      .object({ places: mentoringPlaces, note: sentence() }, { error: "Must be places and a note, or null" })
      .nullable()
      .meta({
        example: { places: 2, note: "An hour every other week, by call." },
        description:
          "How many they mentor at a time, one to five, and how; null when they are not open to it",
      }),
    showsMentored: z
      .boolean({ error: "Must be true or false" })
      .meta({ example: false, description: "Whether their page says how many they have mentored" }),
    visibility: z
      .object(byPrivateField((name) => [name, audience]) as Record<PrivateField, typeof audience>, {
        error: "Must be an object of fields and who sees them",
      })
      .partial()
      .meta({ example: { phone: "connections" }, description: "Who sees which detail" }),
    allowAnonymous: z.boolean({ error: "Must be true or false" }).meta({
      example: true,
      description: "Whether members may write to you without showing who they are",
    }),
  })
  .partial()
  .meta({
    id: "ProfileChange",
    example: { branch: "Electronics", location: "Kochi", visibility: { phone: "connections" } },
  });

type AudienceColumn = `${PrivateField}To`;

/** What the form's inputs check in the browser. The server checks the whole form with `profileChangeSchema`. */
export const profileFormFields = {
  ...details,
  programme,
  ...asking,
  ...(byPrivateField((name) => [`${name}To`, audience]) as Record<AudienceColumn, typeof audience>),
  mentoringPlaces,
  mentoringNote: sentence(),
};
export const linkField = optionalLine(maxLinkLength);
export const positionFields = {
  Title: optionalName(maxNameLength),
  Company: optionalName(maxNameLength),
  From: optionalCode(7),
  To: optionalCode(7),
};
export type PositionField = keyof typeof positionFields;

/** Fields that other members see, which a muted member cannot change. */
export const profileDetails = [
  ...(Object.keys(details) as (keyof typeof details)[]),
  ...(["programmeId", "about", "askBy", "notNowUntil", "links", "positions"] as const),
  ...(["mentoringPlaces", "mentoringNote", "showsMentored"] as const),
];

/** Members who close their mentoring keep the note for later. */
export const toMentoringColumns = (mentoring: { places: number; note: string } | null) =>
  mentoring === null
    ? { mentoringPlaces: null }
    : { mentoringPlaces: mentoring.places, mentoringNote: mentoring.note };
