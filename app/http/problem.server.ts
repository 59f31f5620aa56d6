/** What a status is called: RFC 9110's reason phrases. */
const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** What we say of a status when there is nothing more exact to say. */
export const defaultDetails: Record<number, string> = {
  400: "The request could not be read.",
  401: "Please log in first.",
  403: "You are not allowed to do this.",
  404: "There is nothing here.",
  405: "This address does not answer that method.",
  413: "That is larger than is accepted here.",
  415: "That type of content is not accepted here.",
  429: "Too many attempts. Please wait a little and try again.",
  500: "Something went wrong on our side.",
  503: "The server is busy. Please try again in a moment.",
};

/** Messages for the fields of what was sent, by field. */
export type FieldErrors = Record<string, string[]>;

/**
 * An error as everything under `/api` answers it: `application/problem+json` (RFC 9457) with the members that the
 * first clients read beside it (`error`, `message`, `success`). A 422's detail is its first field's text.
 */
export function problem(
  status: number,
  detail = defaultDetails[status] ?? "That did not work.",
  extra: { errors?: FieldErrors; headers?: Record<string, string>; id?: string } = {},
): Response {
  const { errors = {}, headers = {}, id } = extra;
  const body = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    detail,
    error: detail,
    message: detail,
    success: false,
    errors,
    ...(id ? { requestId: id } : {}),
  };
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (status === 503) headers["Retry-After"] ??= "5";
  return Response.json(body, { status, headers: { ...headers, "Content-Type": "application/problem+json" } });
}

/** The answer to fields that can not be accepted. */
export function fieldProblem(errors: FieldErrors): Response {
  return problem(422, Object.values(errors)[0]?.[0], { errors });
}
