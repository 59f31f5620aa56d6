import { createHmac, randomBytes } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import { db, users } from "#db/index.ts";
import { env } from "../env.server.ts";
import { defaultDetails, type FieldErrors } from "../http/problem.server.ts";
import { addressKey, RateLimit } from "../http/rate-limit.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { enqueueLinkMail, wakeMailQueue } from "../mail/queue.server.ts";
import { authTexts, type loginSchema, type registerSchema } from "../schemas/user.ts";
import { hashPassword, TooBusy, verifyPassword } from "./password-hash.server.ts";
import { readCookie, type VerifiedCredentials } from "./session.server.ts";

const windowSeconds = 15 * 60;
const accountAndAddressLimit = new RateLimit(10, windowSeconds);
const accountLimit = new RateLimit(50, windowSeconds);
/** A hostel shares one address. */
const addressLimit = new RateLimit(100, windowSeconds);
const knownBrowserLimit = new RateLimit(10, windowSeconds);
const registrationLimit = new RateLimit(200, 60 * 60);

/** Why a log-in or registration was refused, as a page and the API both answer it. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: FieldErrors;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, extra: { errors?: FieldErrors; retryAfter?: number } = {}) {
    super(message);
    this.status = status;
    this.errors = extra.errors ?? {};
    this.retryAfter = extra.retryAfter;
  }
}

/**
 * Checks an email and a password. Wrong email and wrong password are one answer, in like time.
 * @returns the member, for the session that follows
 * @throws Refusal 401 when they do not match, 403 when the account may not log in, 429 after too many failures:
 * within 15 minutes 10 for an account from one address, 50 for an account, 100 from an address; a browser that has
 * logged in to the account before has a count of its own
 */
export async function verifyCredentials(
  login: z.output<typeof loginSchema>,
  requestContext: RequestContext,
  request: Request,
): Promise<VerifiedCredentials> {
  const address = addressKey(requestContext.address);
  const known = findKnownBrowser(requestContext, request, login.email);
  // An attempt is counted before the password is looked at, so that many at once are all counted.
  const counts: [RateLimit, string][] = known
    ? [[knownBrowserLimit, `${known}:${login.email}`]]
    : [
        [accountAndAddressLimit, `${address}:${login.email}`],
        [accountLimit, login.email],
        [addressLimit, address],
      ];
  const taken: typeof counts = [];
  for (const count of counts) {
    const wait = await count[0].consume(count[1]);
    taken.push(count);
    if (wait > 0) {
      // Refused unread, so it is no failure: an account must not be locked for all by one address that is over its count.
      await Promise.all(taken.slice(0, -1).map(([limit, key]) => limit.refund(key)));
      throw new Refusal(429, authTexts.tooManyAttempts, { retryAfter: wait });
    }
  }

  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, status: users.status })
    .from(users)
    .where(eq(users.email, login.email));
  const matches = await verifyPassword(login.password, user?.passwordHash ?? null);
  if (!user?.passwordHash || !matches || user.status === "deleted")
    throw new Refusal(401, authTexts.badLogin);

  await Promise.all(taken.map(([limit, key]) => limit.refund(key)));
  if (user.status === "pending" && env.REGISTRATION === "domain") {
    // Their mail may be lost or too old by now: a new one, at most one an hour.
    const hour = Math.floor(Date.now() / (windowSeconds * 4_000));
    await db.batch(enqueueConfirmationMail(eq(users.id, user.id), `confirm-email:${user.id}:${hour}`));
    wakeMailQueue();
    throw new Refusal(403, authTexts.awaitsConfirmation);
  }
  if (user.status === "pending") throw new Refusal(403, authTexts.awaitsApproval);
  if (user.status === "suspended") throw new Refusal(403, authTexts.suspended);
  if (!known) rememberBrowser(requestContext, request, login.email);
  return { userId: user.id, passwordHash: user.passwordHash };
}

/**
 * Makes an account. With `REGISTRATION=open` it is active at once, otherwise it waits.
 * @returns the member's id, and the sentence to show when the account waits
 * @throws Refusal 409 when the email is taken in any letter case, 422 when its domain is not admitted, 429
 */
export async function registerAccount(
  form: z.output<typeof registerSchema>,
  requestContext: RequestContext,
): Promise<{ userId: number; waits: string | null }> {
  const domain = form.email.slice(form.email.lastIndexOf("@") + 1);
  if (env.REGISTRATION === "domain" && !env.ALLOWED_EMAIL_DOMAINS.includes(domain)) {
    const detail = `Please use an address that ends with ${env.ALLOWED_EMAIL_DOMAINS.map((name) => `@${name}`).join(" or ")}`;
    throw new Refusal(422, detail, { errors: { email: [detail] } });
  }
  const wait = await registrationLimit.consume(addressKey(requestContext.address));
  if (wait > 0) throw new Refusal(429, authTexts.tooManyAttempts, { retryAfter: wait });

  const passwordHash = await hashPassword(form.password);
  const { firstName, lastName, email, phone, batchYear, skills } = form;
  const insert = db
    .insert(users)
    .values({
      status: env.REGISTRATION === "open" ? "active" : "pending",
      name: `${firstName} ${lastName}`,
      createdAt: Date.now(),
      ...{ firstName, lastName, email, phone, batchYear, skills, passwordHash },
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  // The hash is of this very registration: an account that was there before is sent nothing.
  const made = and(eq(users.email, email), eq(users.passwordHash, passwordHash));
  const [[user]] = await db.batch([
    insert,
    ...(env.REGISTRATION === "domain" ? enqueueConfirmationMail(made) : []),
  ] as const);
  wakeMailQueue();
  if (!user) throw new Refusal(409, authTexts.emailTaken, { errors: { email: [authTexts.emailTaken] } });

  const waiting = { open: null, domain: authTexts.awaitsConfirmation, approval: authTexts.awaitsApproval };
  return { userId: user.id, waits: waiting[env.REGISTRATION] };
}

/** The statements that mail the one member who fits a condition a link to confirm their address with. */
function enqueueConfirmationMail(whom: SQL | undefined, key?: string) {
  return enqueueLinkMail(and(whom, eq(users.status, "pending")), {
    purpose: "confirm-email",
    path: "/confirm-email",
    lifetimeMs: 3 * 24 * 60 * 60_000,
    subject: `Confirm your address for ${env.SITE_NAME}`,
    text: (url) =>
      `Welcome to ${env.SITE_NAME}.\n\nPlease confirm that this address is yours:\n\n${url}\n\nThe link works once, within three days. If you did not register, do nothing.`,
    ...(key ? { key } : {}),
  });
}

/** Whether members may still be shown a way back in: everyone who is not suspended or gone. */
export const isRecoverable = inArray(users.status, ["active", "pending"]);

/** What a member becomes whose address turns out to be theirs: where only that was missing, active. */
export const statusAfterConfirmation = (): SQL =>
  env.REGISTRATION === "domain"
    ? sql`case ${users.status} when 'pending' then 'active' else ${users.status} end`
    : sql`${users.status}`;

/** A form that was not accepted: what the page shows again, beside the status to answer with. */
export interface RejectedForm {
  status: number;
  headers: Record<string, string>;
  reply: SubmissionResult<string[]>;
}

/**
 * Logs in or registers by a page's form, through remix-auth's form strategy. Passwords are not sent back.
 * @returns what `verify` answers, or the form to show again
 */
export async function handleAuthForm<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema,
  verify: (form: z.output<Schema>) => Promise<Result>,
): Promise<{ accepted: Result } | { refused: RejectedForm }> {
  const strategy = new FormStrategy<{ accepted: Result } | { refused: RejectedForm }>(async ({ form }) => {
    const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
    const hideFields = ["password", "confirmPassword"];
    const refuse = (status: number, headers: Record<string, string>, reply: SubmissionResult<string[]>) => ({
      refused: { status, headers, reply },
    });
    if (submission.status !== "success") return refuse(422, {}, submission.reply({ hideFields }));
    try {
      return { accepted: await verify(submission.value) };
    } catch (error) {
      const refusal =
        error instanceof TooBusy ? new Refusal(503, defaultDetails[503] ?? "", { retryAfter: 5 }) : error;
      if (!(refusal instanceof Refusal)) throw error;
      const { status, message, errors, retryAfter } = refusal;
      const formErrors = Object.keys(errors).length > 0 ? [] : [message];
      return refuse(
        status,
        retryAfter ? { "Retry-After": String(retryAfter) } : {},
        submission.reply({ hideFields, formErrors, fieldErrors: errors }),
      );
    }
  });
  return strategy.authenticate(request);
}

// A browser that has logged in to an account keeps a signed note of it, so that someone else's failures elsewhere do
// not lock its owner out.

const knownBrowserCookieName = (requestContext: RequestContext) =>
  requestContext.isSecure ? "__Host-known" : "known";
const readKnownBrowserNotes = (requestContext: RequestContext, request: Request) =>
  (readCookie(request, knownBrowserCookieName(requestContext)) ?? "")
    .split(".")
    .filter((note) => /^[\w-]{12}~[\w-]{22}$/.test(note));
const signNote = (id: string, email: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`known:${id}:${email}`).digest("base64url").slice(0, 22);

function findKnownBrowser(
  requestContext: RequestContext,
  request: Request,
  email: string,
): string | undefined {
  const note = readKnownBrowserNotes(requestContext, request).find(
    (entry) => signNote(entry.slice(0, 12), email) === entry.slice(13),
  );
  return note?.slice(0, 12);
}

/** Gives the visitor's browser a count of its own for failed log-ins to this account. */
export function rememberBrowser(requestContext: RequestContext, request: Request, email: string): void {
  const id = randomBytes(9).toString("base64url");
  const notes = [`${id}~${signNote(id, email)}`, ...readKnownBrowserNotes(requestContext, request)].slice(
    0,
    5,
  );
  const secure = requestContext.isSecure ? "; Secure" : "";
  requestContext.cookies.push(
    `${knownBrowserCookieName(requestContext)}=${notes.join(".")}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000${secure}`,
  );
}
