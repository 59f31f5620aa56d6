import { randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { signedCookie } from "#app/platform/auth/signed-cookie.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, users, write } from "#db/index.ts";

/** The token of the link that makes the first administrator. It is only in memory, so each start creates a new one. */
const offer = { token: randomBytes(18).toString("base64url"), endsAt: Date.now() + dayMs };
export const hasNoAdministrator = sql`not exists (select 1 from users where is_admin = 1)`;

export async function describeFirstAdministrator(): Promise<string | null> {
  if (await hasAdministrator()) return null;
  const link = `${siteOrigin}/first-administrator?token=${offer.token}`;
  return `This community has no administrator yet. Within a day, open this link once:\n  ${link}\nor sign up and run: npm run make-admin -- EMAIL\n`;
}

export async function hasAdministrator(): Promise<boolean> {
  const administrators = db.select({ id: users.id }).from(users).where(sql`is_admin = 1`).orderBy(users.id);
  return (await administrators.limit(1)).length > 0;
}

/** Whether a local path is the link with the correct token. */
export function isFirstAdministratorLink(path: string): boolean {
  const [pathname, token] = path.split("?token=");
  return pathname === "/first-administrator" && isFirstAdministratorToken(token ?? "");
}

export function isFirstAdministratorToken(token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(offer.token)];
  return Date.now() < offer.endsAt && given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Approves a pending member who used the link, since no administrator exists to do it.
 * @param path where they are redirected next
 */
export async function admitByLink(userId: number, path: string): Promise<boolean> {
  if (env.REGISTRATION !== "approval" || !isFirstAdministratorLink(path)) return false;
  const admitted = await write(() =>
    db
      .update(users)
      .set({ status: "active" })
      .where(and(eq(users.id, userId), eq(users.status, "pending"), hasNoAdministrator))
      .returning({ id: users.id }),
  );
  return admitted.length > 0;
}

const wayBackCookie = (requestContext: RequestContext) =>
  signedCookie(requestContext, "first-administrator", dayMs / 1000);

/** Stores the link in this browser until the address is confirmed, because a mail could reach a mistyped address. */
export async function storeWayBack(requestContext: RequestContext, path: string): Promise<void> {
  if (!isFirstAdministratorLink(path)) return;
  requestContext.cookies.push(await wayBackCookie(requestContext).serialize(path));
}

export async function takeWayBack(requestContext: RequestContext, request: Request): Promise<string | null> {
  const path: unknown = await wayBackCookie(requestContext).parse(request.headers.get("Cookie"));
  if (typeof path !== "string" || path === "") return null;
  requestContext.cookies.push(await wayBackCookie(requestContext).serialize("", { maxAge: 0 }));
  return isFirstAdministratorLink(path) ? path : null;
}

export async function makeFirstAdministrator(userId: number): Promise<boolean> {
  const [made] = await db.batch([
    db
      .update(users)
      .set({ isAdmin: true, isModerator: false })
      .where(and(eq(users.id, userId), eq(users.status, "active"), hasNoAdministrator))
      .returning({ id: users.id }),
    insertAuditEntry(userId, "became the first administrator"),
  ]);
  if (made.length > 0) offer.endsAt = 0;
  return made.length > 0;
}
