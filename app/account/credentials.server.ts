import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { notifyAdmins } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import type { VerifiedCredentials, Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, SharedRateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { TaskQueue } from "#app/platform/limits/task-queue.server.ts";
import { enqueueConfirmationMail } from "#app/platform/mail/confirmation.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { normalizeEmail } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { db, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { existingProgramme, hasSecondFactor, isAccountOf, isFreeEmail } from "#db/scopes/users.ts";
import {
  admitByLink,
  hasNoAdministrator,
  isFirstAdministratorLink,
  storeWayBack,
} from "./first-administrator.server.ts";
import type { loginSchema, registerSchema } from "./input.server.ts";
import { firstStatus, hasPlace, type JoinLink, maxPlaces, requirePlace } from "./join-links.server.ts";
import { countAttempt, rightLoginLimit, windowSeconds } from "./login-limits.server.ts";
import { hashPassword, verifyPassword, waitForPlace } from "./password-hash.server.ts";
import { checkNewPassword } from "./password-policy.server.ts";
import { privacyVersion } from "./privacy.ts";
import { usualProgramme } from "./programmes.server.ts";
import { acceptCode, countWrongCode } from "./second-factor.server.ts";
import { authTexts } from "./texts.ts";

const registrationLimit = new SharedRateLimit("registration", 200, 60 * 60);
/** Per link, because a class shares one address. */
const joinLimit = new SharedRateLimit("join", 2 * maxPlaces, 60 * 60);
/**
 * A class registers at once, so its hashes wait in a queue of their own. In the queue that log-ins share, they count as
 * one address.
 */
const joinQueue = new TaskQueue({ concurrency: 2, maxQueued: maxPlaces });

/**
 * A wrong email and a wrong password get the same response in the same time.
 * @throws HttpError 401, 403 if pending or suspended, 429
 */
export async function verifyCredentials(
  login: z.output<typeof loginSchema>,
  requestContext: RequestContext,
  request: Request,
  returnTo = "/",
): Promise<{ userId: number; passwordHash: string; needsCode: boolean }> {
  await waitForPlace(addressKey(requestContext.address));
  const attempt = await countAttempt(login.email, requestContext, request);
  const { refuse, refund, remember, sender } = attempt;
  const [user] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      status: users.status,
      needsCode: hasSecondFactor.mapWith(Boolean),
    })
    .from(users)
    .where(isAccountOf(login.email));
  const matches = await attempt.inTurn(verifyPassword(login.password, user?.passwordHash ?? null, sender));
  if (!user?.passwordHash || !matches || user.status === "deleted") {
    throw refuse("wrong-credentials", "wrong email or password", authTexts.invalidCredentials, user?.id);
  }

  refund();
  rightLoginLimit.consume(normalizeEmail(login.email));
  if (user.status === "pending" && env.REGISTRATION === "domain") {
    // The first email may be lost, so another is sent, at most once an hour.
    const hour = Math.floor(Date.now() / (windowSeconds * 4_000));
    await db.batch(
      enqueueConfirmationMail(eq(users.id, user.id), { key: `confirm-email:${user.id}:${hour}` }),
    );
    wakeMailQueue();
    throw refuse("awaiting-confirmation", "unconfirmed", authTexts.awaitsConfirmation, user.id);
  }
  if (user.status === "pending" && !(await admitByLink(user.id, returnTo)))
    throw refuse("awaiting-approval", "pending", authTexts.awaitsApproval, user.id);
  if (user.status === "suspended") throw refuse("suspended", "suspended", authTexts.suspended, user.id);
  // A correct password alone must not give this browser its own rate limit.
  if (!user.needsCode) await remember();
  return { userId: user.id, passwordHash: user.passwordHash, needsCode: user.needsCode };
}

/** @throws HttpError 401 for the field `code`, 429 */
export async function verifyCode(
  member: { userId: number; email: string; passwordHash: string | null },
  code: string,
  requestContext: RequestContext,
  request: Request,
): Promise<VerifiedCredentials> {
  const { userId, email, passwordHash } = member;
  const { refund, inTurn, remember, sender } = await countAttempt(email, requestContext, request, true);
  const accepted = await inTurn(acceptCode(userId, code, sender));
  if (!accepted) {
    await countWrongCode(userId, requestContext.id);
    logSecurityEvent("login-refused", {
      memberId: userId,
      reason: "wrong code",
      requestId: requestContext.id,
    });
    throw HttpError.withCode("wrong-code", authTexts.wrongCode, { errors: { code: [authTexts.wrongCode] } });
  }
  refund();
  if (accepted === "recovery") {
    logSecurityEvent("recovery-code-used", { memberId: userId, requestId: requestContext.id });
  }
  await remember();
  return { userId, passwordHash, hasCode: true };
}

/** @throws HttpError 422 for the field `currentPassword`, 429 */
export async function confirmPassword(
  { email }: Viewer,
  password: string,
  requestContext: RequestContext,
  request: Request,
): Promise<{ passwordHash: string }> {
  try {
    return await verifyCredentials({ email, password }, requestContext, request);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    throw HttpError.forFields({ currentPassword: [authTexts.wrongPassword] });
  }
}

/**
 * @param link the join link, whose batch, programme and branch the member gets
 * @throws HttpError 409 when the email is taken, 410 when the link has ended, 422 for the email's domain or the password,
 * 429
 */
export async function registerAccount(
  form: Omit<z.output<typeof registerSchema>, "batchYear" | "programme"> & {
    batchYear?: number;
    programme?: number | null;
  },
  requestContext: RequestContext,
  returnTo = "/",
  link: JoinLink | null = null,
): Promise<{ userId: number; pendingReason: string | null }> {
  checkEmailDomain(form.email);
  requireConsent(form.guardianConsent);
  await checkNewPassword(form.password, form);
  const address = addressKey(requestContext.address);
  const retryAfter = link ? joinLimit.consume(String(link.id)) : registrationLimit.consume(address);
  if (retryAfter > 0) throw new HttpError(429, authTexts.tooManyAttempts(retryAfter), { retryAfter });

  const account = `:${form.email}`;
  const passwordHash = link
    ? await joinQueue.run(async () => {
        await requirePlace(link);
        return hashPassword(form.password, { address: "join", account });
      })
    : await hashPassword(form.password, { address, account });
  const { firstName, lastName, email, phone, skills } = form;
  const status = firstStatus(false, link);
  // The first administrator has nobody to approve them.
  const isAdmitted = env.REGISTRATION === "approval" && isFirstAdministratorLink(returnTo);
  const insert = insertSelect(
    db,
    users,
    {
      status: isAdmitted ? sql`case when ${hasNoAdministrator} then 'active' else 'pending' end` : status,
      name: `${firstName} ${lastName}`.trim(),
      createdAt: Date.now(),
      firstName,
      lastName,
      email,
      phone,
      batchYear: link?.batchYear ?? form.batchYear,
      programmeId: existingProgramme((link ? link.programmeId : form.programme) ?? usualProgramme()),
      branch: link?.branch,
      joinLinkId: link?.id,
      acceptedTexts: acceptedTexts(),
      skills,
      passwordHash,
    },
    sql`(select 1)`,
    and(isFreeEmail(email), link ? hasPlace(link) : undefined),
  ).returning({ id: users.id, status: users.status });
  // The hash is unique to this registration, so an existing account gets no mail.
  const isNewAccount = and(eq(users.email, email), eq(users.passwordHash, passwordHash));
  const {
    registered: [user],
    notified,
  } = await namedBatch({
    registered: insert,
    notified: notifyAdmins(
      "admin-approvals",
      Date.now(),
      env.REGISTRATION === "approval" && status === "pending" ? sql`changes() > 0` : sql`false`,
    ),
    mail: env.REGISTRATION === "domain" ? enqueueConfirmationMail(isNewAccount, { returnTo }) : [],
  });
  wakeMailQueue();
  await publishNotices(notified);
  if (!user) {
    if (link) await requirePlace(link);
    throw HttpError.withCode("email-taken", authTexts.emailTaken, {
      errors: { email: [authTexts.emailTaken] },
    });
  }
  if (env.REGISTRATION === "domain") await storeWayBack(requestContext, returnTo);
  logSecurityEvent("registered", { memberId: user.id, requestId: requestContext.id });

  const pendingReasons = {
    open: null,
    domain: authTexts.awaitsConfirmation,
    approval: authTexts.awaitsApproval,
  };
  return {
    userId: user.id,
    pendingReason: user.status === "active" ? null : pendingReasons[env.REGISTRATION],
  };
}

/**
 * The version of the texts that a new member accepts: of our lines about privacy, then of the administrators' settings.
 */
export const acceptedTexts = (): string => `${privacyVersion}.${settings.version}`;

/** @throws HttpError 422 if administrators want new members to confirm their age, and the confirmation is missing */
export function requireConsent(isGiven: boolean | undefined): void {
  if (settings.guardianConsent && !isGiven)
    throw HttpError.forFields({ guardianConsent: [authTexts.consentMissing] });
}

export function checkEmailDomain(email: string): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (env.REGISTRATION !== "domain" || env.ALLOWED_EMAIL_DOMAINS.includes(domain)) return;
  const domains = env.ALLOWED_EMAIL_DOMAINS.map((name) => `@${name}`).join(" or ");
  throw HttpError.forFields({ email: [`Please use an address that ends with ${domains}`] });
}

export const isRecoverable = inArray(users.status, ["active", "pending"]);

export const statusAfterConfirmation = (): SQL =>
  env.REGISTRATION === "domain"
    ? sql`case ${users.status} when 'pending' then 'active' else ${users.status} end`
    : sql`${users.status}`;
