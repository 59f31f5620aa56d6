/**
 * Every error that programs can distinguish, by its stable code: its status and its text on `/developers/errors`. The
 * first code of a status is the default for that status.
 */
export const problemCodes = {
  merged: { status: 308, text: "The question was merged into another one: `Location` leads there." },
  "malformed-request": { status: 400, text: "The request, its form or its file is incomplete." },
  "invalid-json": { status: 400, text: "The body is not a JSON object. Send one, in UTF-8." },
  "invalid-idempotency-key": {
    status: 400,
    text: "An `Idempotency-Key` has 1 to 64 characters of ASCII, without spaces.",
  },
  "login-required": { status: 401, text: "Guests may not do this. Send a token." },
  "invalid-token": { status: 401, text: "The token is wrong or has ended. Make a new one." },
  "wrong-credentials": {
    status: 401,
    text: "The email or the password is wrong. The response doesn't say which.",
  },
  "second-factor-required": {
    status: 401,
    text: "The password is right, and the account asks for a code, too. Send `code`.",
  },
  "wrong-code": { status: 401, text: "The code is wrong, too old, or was used before. Send the next one." },
  "not-allowed": { status: 403, text: "You may not do this, whatever you send." },
  "not-yours": { status: 403, text: "It is someone else's. Only they and administrators may do this." },
  "read-only-token": { status: 403, text: "The token can only read. Make one that can write." },
  "insufficient-scope": {
    status: 403,
    text: "The token was made for other things. `WWW-Authenticate` names the scope that it needs.",
  },
  "foreign-origin": {
    status: 403,
    text: "Another site's page sent this with the visitor's cookie. Send a token instead.",
  },
  "awaiting-approval": { status: 403, text: "An administrator has not admitted the account yet." },
  "awaiting-confirmation": {
    status: 403,
    text: "The account's address is not confirmed. Follow the mail's link.",
  },
  suspended: { status: 403, text: "An administrator has suspended the account." },
  muted: { status: 403, text: "A moderator or administrator has muted you: you can read, but not post." },
  blocked: { status: 403, text: "The member does not want to hear from you." },
  "anonymous-refused": {
    status: 403,
    text: "The member takes no anonymous messages, or administrators have limited them.",
  },
  "not-found": { status: 404, text: "It is not there, is gone, or is not for you." },
  "area-off": { status: 404, text: "An administrator has switched this part of the site off." },
  "method-not-allowed": { status: 405, text: "The address has no such call. `Allow` names those it has." },
  "request-timeout": { status: 408, text: "The body came too slowly. Send it again." },
  conflict: { status: 409, text: "What is there now does not allow it. Read it again." },
  "email-taken": { status: 409, text: "There is an account with this address. Log in." },
  "event-full": { status: 409, text: "Every seat is taken. There is a waiting list." },
  "event-over": { status: 409, text: "The event has begun." },
  "already-registered": { status: 409, text: "You are registered, so you need not wait." },
  "seats-left": { status: 409, text: "There are seats. Register instead of waiting." },
  "question-merged": {
    status: 409,
    text: "The question was merged into another one, whose id is `mergedInto`. Nothing is saved: write there.",
  },
  locked: { status: 409, text: "The question is locked: it takes no more answers and comments." },
  "changed-meanwhile": {
    status: 409,
    text: "The same thing was changed at the same moment, perhaps by you. Read it and try again.",
  },
  "idempotency-key-running": {
    status: 409,
    text: "The first call with this `Idempotency-Key` is not done. Wait for `Retry-After`.",
  },
  gone: { status: 410, text: "A link that has been used, or is too old." },
  "version-mismatch": {
    status: 412,
    text: "It has changed since you read the `ETag` that you sent as `If-Match`. Read it and decide again.",
  },
  "too-large": { status: 413, text: "The body or the file is larger than this call takes." },
  "address-too-long": { status: 414, text: "An address has at most 8,192 characters." },
  "unsupported-type": {
    status: 415,
    text: "The body has another type than this call takes, or a file is not what its name says.",
  },
  "invalid-fields": { status: 422, text: "Fields are missing or wrong. `errors` names each with its texts." },
  "idempotency-key-reused": {
    status: 422,
    text: "This `Idempotency-Key` was used for another call or body. Make a new key.",
  },
  "too-many-requests": { status: 429, text: "You have reached a limit. Wait for `Retry-After` seconds." },
  "internal-error": { status: 500, text: "Our mistake. Tell us the `requestId`, which is in the log." },
  unavailable: {
    status: 503,
    text: "The server can't do it right now. Try again after `Retry-After` seconds.",
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type ProblemCode = keyof typeof problemCodes;

const codes = Object.keys(problemCodes) as ProblemCode[];

export const codesOf = (status: number): ProblemCode[] =>
  codes.filter((code) => problemCodes[code].status === status);

/** The code of an error that has none of its own. A status outside the table gets the code of its class. */
export const defaultCode = (status: number): ProblemCode =>
  codesOf(status)[0] ?? (status >= 500 ? "internal-error" : "malformed-request");

/** The address that explains a code, from the site's root. */
export const problemType = (code: ProblemCode) => `/developers/errors#${code}` as const;
