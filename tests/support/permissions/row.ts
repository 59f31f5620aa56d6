/** The roles, in the order of a row's statuses. */
export const roles = ["guest", "member", "moderator", "owner", "admin", "muted", "reader"] as const;
export type Role = (typeof roles)[number];

/**
 * One action, and the status that each role gets.
 *
 * - `send`: a method and an address. `{job}` is a new job of the owner's (`makers.ts`).
 * - `statuses`: of guest, member, owner, admin, muted owner and read-only token, in this order. `login` is a redirect
 * to the log-in page. Pages have no sixth, because a token cannot open pages. `moderator.ts` adds the moderator's.
 * - `body`: a form's fields or a call's JSON. A value that begins with `@` is a file, sent as multipart.
 */
export type Row = readonly [does: string, send: string, statuses: string, body?: Record<string, unknown>];
