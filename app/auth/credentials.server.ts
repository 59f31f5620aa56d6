import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, users } from "#db/index.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { addressKey, RateLimit } from "../http/rate-limit.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { enqueueLinkMail } from "../mail/link.server.ts";
import { wakeMailQueue } from "../mail/queue.server.ts";
import { authTexts, type loginSchema, type registerSchema } from "../schemas/user.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";
import type { VerifiedCredentials } from "./session.server.ts";

const windowSeconds = 15 * 60;
const accountAndAddressLimit = new RateLimit(10, windowSeconds);
const accountLimit = new RateLimit(50, windowSeconds);
/** A hostel shares one address. */
const addressLimit = new RateLimit(100, windowSeconds);
const knownBrowserLimit = new RateLimit(10, windowSeconds);
const registrationLimit = new RateLimit(200, 60 * 60);

/**
 * Checks an email and a password. Wrong email and wrong password are one answer, in like time.
 * @returns the member, for the session that follows
 * @throws HttpError 401 when they do not match, 403 when the account may not log in, 429 after too many failures:
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
      throw new HttpError(429, authTexts.tooManyAttempts, { retryAfter: wait });
    }
  }

  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, status: users.status })
    .from(users)
    .where(eq(users.email, login.email));
  const matches = await verifyPassword(login.password, user?.passwordHash ?? null);
  if (!user?.passwordHash || !matches || user.status === "deleted")
    throw new HttpError(401, authTexts.badLogin);

  await Promise.all(taken.map(([limit, key]) => limit.refund(key)));
  if (user.status === "pending" && env.REGISTRATION === "domain") {
    // Their mail may be lost or too old by now: a new one, at most one an hour.
    const hour = Math.floor(Date.now() / (windowSeconds * 4_000));
    await db.batch(enqueueConfirmationMail(eq(users.id, user.id), `confirm-email:${user.id}:${hour}`));
    wakeMailQueue();
    throw new HttpError(403, authTexts.awaitsConfirmation);
  }
  if (user.status === "pending") throw new HttpError(403, authTexts.awaitsApproval);
  if (user.status === "suspended") throw new HttpError(403, authTexts.suspended);
  if (!known) rememberBrowser(requestContext, request, login.email);
  return { userId: user.id, passwordHash: user.passwordHash };
}

/**
 * Makes an account. With `REGISTRATION=open` it is active at once, otherwise it waits.
 * @returns the member's id, and the sentence to show when the account waits
 * @throws HttpError 409 when the email is taken in any letter case, 422 when its domain is not admitted, 429
 */
export async function registerAccount(
  form: z.output<typeof registerSchema>,
  requestContext: RequestContext,
): Promise<{ userId: number; waits: string | null }> {
  const domain = form.email.slice(form.email.lastIndexOf("@") + 1);
  if (env.REGISTRATION === "domain" && !env.ALLOWED_EMAIL_DOMAINS.includes(domain)) {
    const detail = `Please use an address that ends with ${env.ALLOWED_EMAIL_DOMAINS.map((name) => `@${name}`).join(" or ")}`;
    throw new HttpError(422, detail, { errors: { email: [detail] } });
  }
  const wait = await registrationLimit.consume(addressKey(requestContext.address));
  if (wait > 0) throw new HttpError(429, authTexts.tooManyAttempts, { retryAfter: wait });

  const passwordHash = await hashPassword(form.password);
  const { firstName, lastName, email, phone, batchYear, skills } = form;
  const insert = db
    .insert(users)
    .values({
      status: env.REGISTRATION === "open" ? "active" : "pending",
      name: `${firstName} ${lastName}`,
      createdAt: Date.now(),
      firstName,
      lastName,
      email,
      phone,
      batchYear,
      skills,
      passwordHash,
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
  if (!user) throw new HttpError(409, authTexts.emailTaken, { errors: { email: [authTexts.emailTaken] } });

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
