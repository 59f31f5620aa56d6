import { z } from "zod";
import { answerCount, answerText, answerTime, personSchema } from "#app/platform/schemas/answers.server.ts";
import {
  normalizeLine,
  oneOf,
  optionalCode,
  optionalLink,
  requiredCode,
  requiredInteger,
  requiredLine,
  requiredMarkdown,
  requiredText,
  toNumber,
} from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { registrationQuestionKinds } from "#db/vocabulary.ts";
import {
  eventTexts,
  eventTypes,
  maxChoiceLength,
  maxChoices,
  maxDescriptionLength,
  maxEventMessageLength,
  maxLocationLength,
  maxQuestionLength,
  maxQuestions,
  maxRegistrationLimit,
  maxRepetitions,
  maxTitleLength,
} from "./texts.ts";

const invalidLimit = "Registration limit must be a whole number from 1";
const invalidDate = "Date & Time must be a date and a time, such as 2030-12-31T18:30";
const invalidEnd = "End must be a date and a time, such as 2030-12-31T20:00";
const invalidType = "Event type is not one of the list";

/** A moment as text: date, `T`, time and an optional offset. Without an offset it is in `TIME_ZONE`. */
const momentPattern =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

function isMoment(text: string): boolean {
  const [, day = ""] = momentPattern.exec(text) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return /^2[01]/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const imagePath = /^\/files\/images\/([\w-]{1,60}\.webp)$/;

export const getImageName = (url: string | null): string | null => imagePath.exec(url ?? "")?.[1] ?? null;

export const imageUrl = (name: string): string => `/files/images/${name}`;

const questionFields = {
  id: optionalCode(20).meta({
    example: null,
    description: "Of a question that the event has; null for a new one",
  }),
  text: requiredLine(eventTexts.questionMissing, maxQuestionLength).meta({
    example: "Do you bring a laptop?",
  }),
  kind: oneOf(registrationQuestionKinds, eventTexts.questionKindWrong).meta({ example: "yes-no" }),
  choices: z
    .preprocess(
      (value) =>
        typeof value === "string"
          ? value.split("\n", 200).filter((line) => line.trim() !== "")
          : (value ?? []),
      z
        .array(requiredLine(eventTexts.choicesMissing, maxChoiceLength), { error: "Must be a list of texts" })
        .max(maxChoices, eventTexts.tooManyChoices)
        .transform((choices) => [...new Set(choices)]),
    )
    .meta({
      override: {
        type: "array",
        items: { type: "string", maxLength: maxChoiceLength },
        maxItems: maxChoices,
      },
      example: [],
      description: "At least two for the kind `choice`; ignored for others",
    }),
  required: z
    .preprocess((value) => value === true || value === "yes", z.boolean())
    .meta({ override: { type: "boolean" }, example: false }),
};

const registrationQuestionSchema = z
  .object(questionFields)
  .transform((question) => (question.kind === "choice" ? question : { ...question, choices: [] }))
  .refine(({ kind, choices }) => kind !== "choice" || choices.length > 1, {
    path: ["choices"],
    error: eventTexts.choicesMissing,
  });
export type RegistrationQuestionInput = z.output<typeof registrationQuestionSchema>;

export const eventFields = {
  title: requiredLine("Title is required", maxTitleLength).meta({ example: "Soldering for beginners" }),
  description: requiredMarkdown("Description is required", maxDescriptionLength).meta({
    example: "Bring nothing but curiosity. Irons and tin are there.",
    description: "Markdown",
  }),
  date: requiredCode("Date & Time is required", 40)
    .refine((text) => text === "" || isMoment(text), invalidDate)
    .meta({
      example: "2030-03-01T18:30",
      description: "ISO 8601; without an offset it is in the community's time zone",
    }),
  endDate: optionalCode(40)
    .refine((text) => text === null || isMoment(text), invalidEnd)
    .meta({ example: "2030-03-01T20:00", description: "After `date`; null for none" }),
  location: requiredLine("Location is required", maxLocationLength).meta({
    example: "Electronics lab, block C",
  }),
  eventType: z
    .string({ error: "Event type is required" })
    .overwrite((text) => normalizeLine(text).toLowerCase())
    .min(1, "Event type is required")
    .pipe(
      z.enum(eventTypes, { error: ({ input }) => (input === "" ? "Event type is required" : invalidType) }),
    )
    .meta({ override: { type: "string", enum: [...eventTypes] }, example: "workshop" }),
  registrationLimit: z
    .preprocess(
      (value) => toNumber(value) ?? null,
      z
        .number({ error: invalidLimit })
        .int(invalidLimit)
        .min(1, invalidLimit)
        .max(maxRegistrationLimit, `Registration limit must be at most ${maxRegistrationLimit}`)
        .nullable()
        .prefault(null),
    )
    .meta({
      override: { type: ["integer", "null"], minimum: 1, maximum: maxRegistrationLimit },
      example: 25,
      description: "Null for no limit",
    }),
  registrationLink: optionalLink().meta({ example: "https://soldering.example/sign-up" }),
  onlineUrl: optionalLink().meta({
    example: "https://meet.example/soldering",
    description: "Only the registered see it, from an hour before the start, and the organizers",
  }),
  imageUrl: optionalCode(200)
    .refine((text) => text === null || imagePath.test(text), "Must be the address of an image uploaded here")
    .meta({ description: "What `POST /api/uploads` returned", example: null }),
  questions: z
    // A form has three rows, some of them blank.
    .array(registrationQuestionSchema.optional(), { error: "Must be a list of questions" })
    .max(maxQuestions, eventTexts.tooManyQuestions)
    .default([])
    .transform((questions) => questions.filter((question) => question !== undefined))
    .meta({
      example: [],
      description:
        "Members answer them when they register. All of them are sent: those left out are removed with their answers",
    }),
};
export type EventField = keyof typeof eventFields;

export const eventSchema = z.object(eventFields).meta({ id: "EventInput" });
export type EventInput = z.output<typeof eventSchema>;

/** The fields to change; the whole event must be valid afterwards. */
export const eventChangeSchema = eventSchema.partial().meta({
  id: "EventChange",
  example: { location: "Electronics lab, block D", registrationLimit: 30 },
});

export const repetitionFields = {
  every: oneOf(["week", "month"], eventTexts.everyWrong).meta({ example: "week" }),
  times: requiredInteger(eventTexts.timesWrong, eventTexts.timesWrong, 1, maxRepetitions).meta({
    example: 3,
    description: "How many more; a series has at most twelve besides the first",
  }),
};
export const repetitionSchema = z.object(repetitionFields).meta({ id: "EventRepetition" });
export type RepetitionInput = z.output<typeof repetitionSchema>;

export const eventMessageFields = {
  text: requiredText(eventTexts.messageMissing, maxEventMessageLength).meta({
    example: "We meet at the side door: the main one is closed.",
  }),
};
export const eventMessageSchema = z.object(eventMessageFields).meta({ id: "EventMessageInput" });

/** Answers by question. The event's own questions decide which are valid: `parseAnswers`. */
const answers = z
  .record(
    z.string().max(100),
    z.union([z.string(), z.boolean(), z.null()], { error: "Must be text, true or false" }),
  )
  .meta({
    override: { type: "object", additionalProperties: { type: ["string", "boolean", "null"] } },
    example: {},
    description: "By the question's id; true or false for a yes-no question",
  });
export const registrationSchema = z.object({ answers: answers.optional() }).meta({ id: "EventRegistration" });
export const eventAnswersSchema = z.object({ answers }).meta({ id: "EventAnswersInput" });

export const checkInSchema = z
  .object({
    checkedIn: z.boolean({ error: "Must be true or false" }).meta({ example: true }),
  })
  .meta({ id: "CheckIn" });

export const attendeeListSchema = z.object({
  search: queryText().meta({ example: "rohan", description: "A part of the name" }),
  limit: queryLimit(1_000, 1_000),
  cursor: cursor(idCursor, "12"),
});

/** The query of `PUT /api/events/{id}`. */
export const followingSchema = z.object({
  following: queryText(5)
    .transform((text) => text === "1" || text === "true")
    .meta({
      override: { type: "string", enum: ["1"] },
      example: "1",
      description: "With 1 also those that follow it in its series",
    }),
});

/** The filters of both halves of the list, in the pages' addresses and in `GET /api/events`. Unknown types are ignored. */
const eventFilter = {
  search: queryText().meta({ example: "solder", description: "In title, description and location" }),
  type: queryText(20)
    .transform((text) => eventTypes.find((type) => type === text?.toLowerCase()))
    .meta({
      override: { type: "string", enum: [...eventTypes] },
      example: "workshop",
      description: "One kind of event. Unknown ones count as absent",
    }),
};
const eventFilterSchema = z.object(eventFilter);
export type EventFilter = z.output<typeof eventFilterSchema>;

/** Parses the event filter from a query string. */
export const parseEventFilter = (query: URLSearchParams): EventFilter =>
  eventFilterSchema.parse({ search: query.getAll("search"), type: query.getAll("type") });

export const eventListSchema = z.object({
  ...eventFilter,
  when: queryText(20)
    .transform((text) => (text === "upcoming" || text === "past" ? text : undefined))
    .meta({
      override: { type: "string", enum: ["upcoming", "past"] },
      example: "upcoming",
      description: "One half of the list; both without it",
    }),
  limit: queryLimit(50, 500),
  cursor: cursor(/^[up](-\d{1,15}){3}$/, "u-1768473000000-1898600400000-23"),
});

export const publicEventSchema = z
  .object({
    id: answerText("23"),
    title: answerText("Soldering for beginners"),
    description: answerText("Bring nothing but curiosity. Irons and tin are there."),
    date: answerTime("2030-03-01T13:00:00.000Z"),
    endDate: answerTime("2030-03-01T14:30:00.000Z").nullable(),
    location: answerText("Electronics lab, block C"),
    eventType: z.enum(eventTypes).meta({ example: "workshop" }),
    registrationLimit: answerCount(25).nullable(),
    registrationLink: answerText("https://soldering.example/sign-up").nullable(),
    imageUrl: answerText("/files/images/9b0f8c1e-5d0a-4a55-8f5e-7c1d2e3f4a5b.webp")
      .nullable()
      .meta({ description: "Relative" }),
    organizerId: answerText("12"),
    organizer: personSchema,
    organizers: z
      .array(
        personSchema.extend({
          state: z.enum(["organizer", "co-organizer", "asked"]).meta({ example: "organizer" }),
        }),
      )
      .meta({
        description:
          "The organizer first. Members who were asked are shown to themselves and to the organizers",
      }),
    registrationCount: answerCount(18),
    waitingCount: answerCount(0),
    checkedInCount: answerCount(0).meta({ description: "How many of the registered came" }),
    createdAt: answerTime("2026-01-15T10:30:00.000Z"),
    updatedAt: answerTime("2026-01-15T10:30:00.000Z"),
  })
  .meta({ id: "PublicEvent" });
export type PublicEvent = z.infer<typeof publicEventSchema>;

export const eventDataSchema = publicEventSchema
  .extend({
    registrations: z
      .array(z.object({ userId: answerText("7") }))
      .meta({ description: "For logged-in users; empty for guests" }),
    questions: z
      .array(
        z.object({
          id: answerText("q4f1c2a9b7e30"),
          text: answerText("Do you bring a laptop?"),
          kind: z.enum(registrationQuestionKinds).meta({ example: "yes-no" }),
          choices: z.array(z.string()).meta({ example: [] }),
          required: z.boolean().meta({ example: false }),
        }),
      )
      .meta({ description: "What the organizers ask at registration" }),
    onlineUrl: answerText("https://meet.example/soldering").nullable().meta({
      example: null,
      description:
        "For the registered from an hour before the start, and for the organizers; null for others",
    }),
    waiting: answerCount(1)
      .nullable()
      .meta({ example: null, description: "The caller's place in the waiting list" }),
  })
  .meta({ id: "Event" });

export const attendeeSchema = personSchema
  .extend({
    checkedIn: z.boolean().meta({ example: false }),
    answers: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .meta({ example: {}, description: "By the question's id" }),
  })
  .meta({ id: "Attendee" });

export const eventMessageResponseSchema = z
  .object({
    id: answerText("5"),
    text: answerText("We meet at the side door: the main one is closed."),
    author: personSchema,
    sentAt: answerTime("2026-01-15T10:30:00.000Z"),
  })
  .meta({ id: "EventMessage" });

export const eventResponseSchema = z
  .object({ success: z.literal(true), data: eventDataSchema })
  .meta({ id: "EventAnswer" });
export const eventListResponseSchema = z
  .object({ success: z.literal(true), data: z.array(eventDataSchema) })
  .meta({ id: "EventList" });
export const eventDeletedSchema = z.object({ success: z.literal(true) }).meta({ id: "EventDeleted" });
