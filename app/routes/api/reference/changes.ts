/** The changes for programs, the latest first. */
export const apiChanges: { date: string; changes: string[] }[] = [
  {
    date: "2026-11-22",
    changes: [
      "Every problem has a stable `code`, and its `type` leads to its explanation.",
      '`GET /api/resources` names the next page in `Link: <…>; rel="next"`, as the other lists do.',
      "Jobs, events, resources and your own user have strong tags. Send one as `If-Match` with `PUT` or `DELETE`, and you get 412 instead of overwriting someone else's change.",
      "Tokens for some things only: `jobs:write`, `events:read` and so on. Each call names its scope; tokens that exist keep their rights.",
      "The socket joins your room when you log in and answers `ready`; `join` does nothing any more. A frame with an `id` gets an `ack`.",
      "A call with an `Idempotency-Key` is repeated safely across restarts of the server.",
      '`WWW-Authenticate` says `error="invalid_token"` for a token that is wrong or has ended.',
    ],
  },
];
