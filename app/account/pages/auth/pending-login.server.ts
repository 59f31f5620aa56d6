import { hash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { redirect } from "react-router";
import type { VerifiedCredentials } from "#app/platform/auth/sessions.server.ts";
import { signedCookie } from "#app/platform/auth/signed-cookie.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { db, users } from "#db/index.ts";

const lifetimeSeconds = 600;

interface PendingLogin {
  userId: number;
  /** A fingerprint of the password's hash, so that a new password ends the log-in. Null after a log-in with a provider. */
  passwordDigest: string | null;
  redirectTo: string;
  expiresAt: number;
}

const pendingLoginCookie = (requestContext: RequestContext) =>
  signedCookie(requestContext, "second-factor", lifetimeSeconds);

export async function startSecondStep(
  requestContext: RequestContext,
  { userId, passwordHash }: Pick<VerifiedCredentials, "userId" | "passwordHash">,
  redirectTo: string,
): Promise<Response> {
  const pending: PendingLogin = {
    userId,
    passwordDigest: passwordHash === null ? null : hash("sha256", passwordHash),
    redirectTo,
    expiresAt: Date.now() + lifetimeSeconds * 1000,
  };
  requestContext.cookies.push(await pendingLoginCookie(requestContext).serialize(pending));
  return redirect("/login/code", 303);
}

export async function findPendingLogin(requestContext: RequestContext, request: Request) {
  const pending: PendingLogin | "" | null = await pendingLoginCookie(requestContext).parse(
    request.headers.get("Cookie"),
  );
  if (!pending || pending.expiresAt < Date.now()) return null;
  const { userId, passwordDigest, redirectTo } = pending;
  const [member] = await db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, "active")));
  if (!member) return null;
  if (passwordDigest === null) return { userId, email: member.email, passwordHash: null, redirectTo };
  const isSamePassword =
    member.passwordHash !== null && hash("sha256", member.passwordHash) === passwordDigest;
  return isSamePassword ? { userId, ...member, redirectTo } : null;
}

export async function forgetPendingLogin(requestContext: RequestContext): Promise<void> {
  requestContext.cookies.push(await pendingLoginCookie(requestContext).serialize("", { maxAge: 0 }));
}
