import { and, eq, sql } from "drizzle-orm";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "react-router";
import type { z } from "zod";
import { startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { forgetBrowser } from "#app/platform/auth/session-cookies.server.ts";
import { endAllSessions, type VerifiedCredentials } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext, type RequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { isUsableLink } from "#app/platform/mail/link.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import type { FormTexts } from "#app/ui/forms/form.tsx";
import { db, mailLinks, sessions, users, write } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasSecondFactor } from "#db/scopes/users.ts";
import { endCalendar } from "../../calendar.server.ts";
import {
  acceptedTexts,
  isRecoverable,
  requireConsent,
  statusAfterConfirmation,
} from "../../credentials.server.ts";
import { takeWayBack } from "../../first-administrator.server.ts";
import { resetPasswordFields, resetPasswordSchema } from "../../input.server.ts";
import { rememberBrowser } from "../../known-browser.server.ts";
import { hashPassword } from "../../password-hash.server.ts";
import {
  announceEasyPassword,
  checkNewPassword,
  isEasyToGuess,
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../password-policy.server.ts";
import { authTexts } from "../../texts.ts";
import { loadConditions } from "./conditions.server.ts";

// Three mailed links open a form for a new password: the forgotten password, the confirmation and the invitation.

const addressUseLimit = new RateLimit(100, 60 * 60);

type LinkPurpose = "reset-password" | "confirm-email" | "invitation";

/** Loads the form. @throws HttpError 410 when the link no longer works */
export async function loadNewPassword({ request, url }: LoaderFunctionArgs, purpose: LinkPurpose) {
  const token = url.searchParams.get("token") ?? "";
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
  // A posted form contains its token.
  const isExpired = request.method !== "POST" && !(await isLinkUsable(purpose, token));
  const { password, confirmPassword } = getFieldRules(resetPasswordFields);
  const rules = withPasswordPolicy({ token: {}, password, confirmPassword });
  const conditions = purpose === "invitation" ? loadConditions() : null;
  const page = { token, redirectTo, isExpired, rules, minPasswordLength, ...(conditions && { conditions }) };
  return data(page, { status: isExpired ? 410 : 200 });
}

/**
 * Sets the typed password. An invitation logs the member in. Otherwise, or with a second factor, they log in next.
 * @param done the confirmation message
 */
export async function acceptNewPassword(
  args: ActionFunctionArgs,
  { purpose, done, texts }: { purpose: LinkPurpose; done: string; texts: FormTexts },
) {
  const { request, context } = args;
  const requestContext = getRequestContext(context);
  const fields = [...Object.keys(resetPasswordFields), "guardianConsent"];
  return submitForm(args, { auth: "anyone", fields, texts }, async (form) => {
    form.isPasswordEasy = await isFormPasswordEasy(form.data);
    const typed = form.parse(resetPasswordSchema);
    if (purpose === "invitation") requireConsent(form.text("guardianConsent") === "on");
    const { isEasy, member, canEnter } = await setPasswordByLink(purpose, typed, requestContext, request);
    if (canEnter) {
      await startBrowserSession(requestContext, request, member);
      if (isEasy) announceEasyPassword(requestContext);
      return redirectWithFlash(context, "/", { text: done });
    }
    forgetBrowser(requestContext);
    const wayBack = purpose === "confirm-email" ? await takeWayBack(requestContext, request) : null;
    const redirectTo = wayBack ?? safeRedirect(args.url.searchParams.get("redirectTo"));
    const query = new URLSearchParams({
      ...(redirectTo !== "/" && { redirectTo, notice: "none" }),
      ...(isEasy && { notice: "password-easy" }),
    });
    return redirectWithFlash(context, `/login${query.size > 0 ? `?${query}` : ""}`, { text: done });
  });
}

const linkExpired = () =>
  new HttpError(410, authTexts.linkExpired, { errors: { token: [authTexts.linkExpired] } });

async function isLinkUsable(purpose: LinkPurpose, token: string): Promise<boolean> {
  const [link] = await db.select({ one: sql`1` }).from(mailLinks).where(isUsableLink(purpose, token));
  return link !== undefined;
}

/**
 * Sets a new password through a mailed link. It also confirms the address, invalidates all of the member's links and
 * ends all their sessions. If a link is used twice in parallel, only one succeeds. A confirmation needs a password
 * because someone else may have registered the address (contract, section 8).
 * @returns whether the password is easy to guess, and whether the member can be logged in directly
 * @throws HttpError 410 when the link no longer works, 422 when `PASSWORD_POLICY` refuses the password, 429
 */
async function setPasswordByLink(
  purpose: LinkPurpose,
  { token, password }: z.output<typeof resetPasswordSchema>,
  requestContext: RequestContext,
  request: Request,
): Promise<{ isEasy: boolean; member: VerifiedCredentials; canEnter: boolean }> {
  const retryAfter = addressUseLimit.consume(addressKey(requestContext.address));
  if (retryAfter > 0) throw new HttpError(429, authTexts.tooManyAttempts(retryAfter), { retryAfter });
  const isUsable = isUsableLink(purpose, token);
  // Avoids hashing for unusable links. The condition in the statement below decides.
  const [owner] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(mailLinks)
    .innerJoin(users, eq(users.id, mailLinks.userId))
    .where(isUsable);
  if (!owner) throw linkExpired();
  await checkNewPassword(password, owner);

  // A mailed link has its own queue position, so log-ins cannot block it.
  const link = `link:${owner.email}`;
  const passwordHash = await hashPassword(password, { address: link, account: link });
  const ownerId = db.select({ id: mailLinks.userId }).from(mailLinks).where(isUsable);
  const {
    changed: [member],
  } = await namedBatch({
    changed: db
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${Date.now()})`,
        status: statusAfterConfirmation(),
        ...(purpose === "invitation" && { acceptedTexts: acceptedTexts() }),
      })
      .where(and(sql`${users.id} = (${ownerId})`, isRecoverable))
      .returning({
        id: users.id,
        email: users.email,
        canEnter: sql`${users.status} = 'active' and not ${hasSecondFactor}`.mapWith(Boolean),
      }),
    endedSessions: db.delete(sessions).where(sql`${sessions.userId} = (${ownerId})`),
    endedCalendar: endCalendar(sql`(${ownerId})`),
    deletedLinks: db.delete(mailLinks).where(sql`${mailLinks.userId} = (${ownerId})`),
  });
  if (!member) throw linkExpired();

  logSecurityEvent("password-changed", { memberId: member.id, by: purpose, requestId: requestContext.id });
  await endAllSessions(member.id);
  // Where a code is required, this cookie is ignored.
  await rememberBrowser(requestContext, request, { email: member.email, factor: null });
  const isEasy = await isEasyToGuess(password, owner);
  const credentials = { userId: member.id, passwordHash };
  const result = { isEasy, member: credentials, canEnter: purpose === "invitation" && member.canEnter };
  if (purpose !== "reset-password") return result;
  const notice = {
    key: `password-changed:${requestContext.id}`,
    subject: `Your password for ${settings.siteName} was changed`,
    text: `Your account has a new password and was logged out everywhere.\n\nIf you did not change it, secure your email account first, then choose another password with "Forgot password?" on the login page.`,
  };
  await write(() => enqueueMails(notice, users, eq(users.id, member.id)));
  wakeMailQueue();
  return result;
}
