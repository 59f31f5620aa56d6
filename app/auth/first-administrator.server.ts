import { randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { insertAuditEntry } from "#db/audit.ts";
import { db, users } from "#db/index.ts";
import { dayMs } from "../durations.ts";
import { siteOrigin } from "../mail/link.server.ts";

/** The link that makes the first administrator, in memory only: each start makes another. */
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

/** Whether a path of ours is the link, with the right token. */
export function isFirstAdministratorLink(path: string): boolean {
  const [pathname, token] = path.split("?token=");
  return pathname === "/first-administrator" && isFirstAdministratorToken(token ?? "");
}

export function isFirstAdministratorToken(token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(offer.token)];
  return Date.now() < offer.endsAt && given.length === right.length && timingSafeEqual(given, right);
}

export async function makeFirstAdministrator(userId: number): Promise<boolean> {
  const [made] = await db.batch([
    db
      .update(users)
      .set({ isAdmin: true })
      .where(and(eq(users.id, userId), eq(users.status, "active"), hasNoAdministrator))
      .returning({ id: users.id }),
    insertAuditEntry(userId, "became the first administrator"),
  ]);
  if (made.length > 0) offer.endsAt = 0;
  return made.length > 0;
}
