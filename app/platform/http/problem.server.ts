import { data } from "react-router";
import { defaultCode, type ProblemCode, problemCodes, problemType } from "./problem-codes.ts";

const titles: Record<number, string> = {
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

const defaultDetails: Record<number, string> = {
  400: "The request could not be read.",
  401: "Please log in first.",
  403: "You are not allowed to do this.",
  404: "There is nothing here.",
  405: "This address does not support that method.",
  408: "The request took too long to arrive.",
  412: "It has changed since you read it. Read it again.",
  413: "That is larger than we accept here.",
  414: "That address is too long.",
  415: "That type of content is not accepted here.",
  429: "Too many attempts. Please wait a moment and try again.",
  500: "Something went wrong on our side.",
  503: "The server is busy. Please try again in a moment.",
};

const defaultDetail = (status: number): string => defaultDetails[status] ?? "That did not work.";

/** `Retry-After` in seconds, if the error sets none. */
const defaultWaits: Record<number, number> = { 429: 60, 503: 5 };

export type FieldErrors = Record<string, string[]>;

/**
 * A refusal and its sentence for the sender. Thrown in an API call it becomes a problem document, in a form's action the
 * form's message, in a loader the error page.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly errors: FieldErrors;
  readonly retryAfter: number | undefined;
  /** What was typed into the form's text fields, to show it again. */
  fields: Record<string, string> = {};

  constructor(
    status: number,
    detail = defaultDetail(status),
    extra: { code?: ProblemCode | undefined; errors?: FieldErrors; retryAfter?: number | undefined } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = extra.code ?? defaultCode(status);
    this.errors = extra.errors ?? {};
    this.retryAfter = extra.retryAfter ?? defaultWaits[status];
    // React Router recognises a thrown response by what `data` returns. A subclass's own `headers` needs fields set later.
    Object.assign(this, data(detail, { status, headers: HttpError.prototype.headers.call(this) }));
  }

  static withCode(
    code: ProblemCode,
    detail?: string,
    extra: { errors?: FieldErrors; retryAfter?: number | undefined } = {},
  ): HttpError {
    return new HttpError(problemCodes[code].status, detail, { code, ...extra });
  }

  static forFields(errors: FieldErrors): HttpError {
    return new HttpError(422, Object.values(errors)[0]?.[0], { errors });
  }

  members(): Record<string, unknown> {
    return {};
  }

  headers(): Record<string, string> {
    return this.retryAfter === undefined ? {} : { "Retry-After": String(this.retryAfter) };
  }
}

export function problemBody(error: HttpError, extra: { requestId?: string | undefined } = {}) {
  const { status, code, message: detail, errors } = error;
  return {
    type: problemType(code),
    code,
    title: titles[status] ?? "Error",
    status,
    detail,
    error: detail,
    message: detail,
    success: false as const,
    errors,
    ...error.members(),
    ...(extra.requestId && { requestId: extra.requestId }),
  };
}

/** RFC 9457, with the members that the specification's clients read: `error`, `message` and `success`. */
export function problem(
  error: HttpError,
  extra: { headers?: Record<string, string>; requestId?: string } = {},
): Response {
  const { status, code } = error;
  const reason = code === "invalid-token" ? ' error="invalid_token"' : "";
  const headers = {
    ...error.headers(),
    ...(status === 401 && { "WWW-Authenticate": `Bearer${reason}` }),
    ...extra.headers,
    "Content-Type": "application/problem+json",
  };
  return Response.json(problemBody(error, extra), { status, headers });
}
