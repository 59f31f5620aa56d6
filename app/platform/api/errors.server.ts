import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { HttpError, problemBody } from "../http/problem.server.ts";
import { codesOf, type ProblemCode, problemCodes, problemType } from "../http/problem-codes.ts";

const codes = Object.keys(problemCodes) as ProblemCode[];

const codeFields = (known: ProblemCode[]) => ({
  type: z
    .enum(known.map(problemType))
    .meta({ description: "Where the code is explained, from the site's root" }),
  code: z.enum(known).meta({ description: "What went wrong, for programs: it stays when texts change" }),
});

const problemSchema = z
  .object({
    ...codeFields(codes),
    title: z.string().meta({ description: "The reason phrase of the status" }),
    status: z.number().int(),
    detail: z.string().meta({ description: "A sentence for the caller" }),
    error: z.string(),
    message: z.string(),
    success: z.literal(false),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "The errors of each field, by its name" }),
    mergedInto: z
      .string()
      .optional()
      .meta({ description: "With `question-merged`: the id of the question to write to", example: "93" }),
    requestId: z.string().optional().meta({ description: "The id of a failed request in the server's log" }),
  })
  .meta({
    id: "Problem",
    description: "The shape of every error (RFC 9457). `error` and `message` equal `detail`.",
  });

const retryAfter = z.string().meta({ description: "How many seconds to wait", example: "30" });
const seconds = { "Retry-After": retryAfter };

/** The headers of a call with a limit: draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaderTexts = {
  "RateLimit-Policy": z.string().optional().meta({
    description: "How many calls a window allows, for each window",
    example: '"job-86400";q=30;w=86400, "job-3600";q=10;w=3600',
  }),
  RateLimit: z.string().optional().meta({
    description: "How many calls are left, and the seconds until the window ends",
    example: '"job-86400";r=29;t=86400, "job-3600";r=9;t=3600',
  }),
};

const describeAnyError = (
  description: string,
  example: HttpError,
  headers?: Record<string, z.ZodType>,
  schema: z.ZodType = problemSchema,
): ZodOpenApiResponseObject => ({
  description,
  ...(headers && { headers: z.object(headers) }),
  content: { "application/problem+json": { schema, example: problemBody(example) } },
});

/** Describes an error with all codes of its status. */
const describeError = (description: string, example: HttpError, headers?: Record<string, z.ZodType>) =>
  describeAnyError(
    description,
    example,
    headers,
    problemSchema.extend({ ...codeFields(codesOf(example.status)), status: z.literal(example.status) }),
  );

const invalidTitle = HttpError.forFields({ title: ["Title is required"] });

/** Every error, by its component name in the OpenAPI document. */
export const errorResponses = {
  PermanentRedirect: describeError(
    "The question was merged into another one: `Location` is the same call on the other question",
    new HttpError(308, "This question was merged into another one."),
    { Location: z.string().meta({ example: "/api/questions/93" }) },
  ),
  BadRequest: describeError(
    "The request is malformed",
    HttpError.withCode("invalid-json", "The body is not valid JSON."),
  ),
  Unauthorized: describeError(
    "Not logged in, or the token is wrong or has expired: a bad token is refused even where guests are allowed",
    new HttpError(401),
    { "WWW-Authenticate": z.string().meta({ example: 'Bearer error="invalid_token"' }) },
  ),
  Forbidden: describeError(
    "The caller may not do this: the item is another member's, the token lacks the scope, the caller is muted, or the cookie came from another site",
    new HttpError(403),
  ),
  NotFound: describeError("There is no such thing", new HttpError(404)),
  RequestTimeout: describeError("The body did not arrive in time", new HttpError(408)),
  Conflict: describeError(
    "The current state does not allow it, or the first call with the same `Idempotency-Key` is still running",
    HttpError.withCode("event-full", "Event is full"),
    { "Retry-After": retryAfter.optional() },
  ),
  PreconditionFailed: describeError("It has changed since the `ETag` in `If-Match`", new HttpError(412)),
  ContentTooLarge: describeError("The body is too large", new HttpError(413)),
  UnsupportedMediaType: describeError(
    "The body or the file has a type that is not accepted",
    new HttpError(415),
  ),
  UnprocessableContent: describeError(
    "A field or parameter is missing or wrong. `detail` is the text of the first",
    invalidTitle,
  ),
  TooManyRequests: describeError("The caller has reached a limit", new HttpError(429), {
    ...seconds,
    ...rateLimitHeaderTexts,
  }),
  ServiceUnavailable: describeError("The server cannot do it at the moment", new HttpError(503), seconds),
  Error: describeAnyError(
    "Any other error: 405 with `Allow`, 414 for a long address, 500 with a `requestId`",
    new HttpError(405),
    { Allow: z.string().optional().meta({ description: "With 405: the methods", example: "GET, HEAD" }) },
  ),
};

/** The names of errors by status. Any other status is `Error`. */
export const errorNames = {
  308: "PermanentRedirect",
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  408: "RequestTimeout",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  503: "ServiceUnavailable",
} as const satisfies Record<number, keyof typeof errorResponses>;
export type ErrorStatus = keyof typeof errorNames;
