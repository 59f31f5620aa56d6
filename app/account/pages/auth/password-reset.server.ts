import { setTimeout as wait } from "node:timers/promises";
import { and } from "drizzle-orm";
import type { z } from "zod";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, SharedRateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { enqueueLinkMail } from "#app/platform/mail/link.server.ts";
import { resetLink } from "#app/platform/mail/password-links.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { normalizeEmail } from "#app/platform/schemas/fields.server.ts";
import { db } from "#db/index.ts";
import { isAccountOf } from "#db/scopes/users.ts";
import { isRecoverable } from "../../credentials.server.ts";
import type { forgotPasswordSchema } from "../../input.server.ts";
import { authTexts } from "../../texts.ts";

const hourSeconds = 60 * 60;
/** A whole hostel may share one IP address. */
const addressRequestLimit = new SharedRateLimit("reset-address", 60, hourSeconds);
/** Limits the mails that others can send to someone's inbox. */
const accountRequestLimit = new SharedRateLimit("reset-account", 5, hourSeconds);

/** Much longer than the writes take, so that timing does not reveal whether an account exists. */
const minResponseMs = 150;

/**
 * Mails a link for a new password to the member with this address. An unknown address takes the same time and gets the
 * same response.
 * @throws HttpError 429, for known and unknown addresses alike
 */
export async function requestPasswordReset(
  { email }: z.output<typeof forgotPasswordSchema>,
  requestContext: RequestContext,
): Promise<void> {
  const retryAfter =
    addressRequestLimit.consume(addressKey(requestContext.address)) ||
    accountRequestLimit.consume(normalizeEmail(email));
  if (retryAfter > 0) throw new HttpError(429, authTexts.tooManyAttempts(retryAfter), { retryAfter });
  const minDelay = wait(minResponseMs);
  await db.batch(
    enqueueLinkMail(and(isAccountOf(email), isRecoverable), resetLink("Someone, probably you, asked")),
  );
  wakeMailQueue();
  await minDelay;
}
