import { createECDH, hkdfSync } from "node:crypto";
import { and, desc, eq, notInArray, or, sql } from "drizzle-orm";
import { env } from "#app/platform/env.server.ts";
import { TurnQueue } from "#app/platform/limits/turn-queue.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { countPushFailure } from "#app/platform/process/metrics.server.ts";
import { generatedSecret } from "#app/platform/secrets.server.ts";
import { db, noticeSettings, pushSubscriptions, sessions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import type { PushSubscriptionInput } from "./push-input.server.ts";
import { parsePushUrl, post } from "./push-request.server.ts";
import { isQuiet } from "./quiet-hours.server.ts";

const privateKey = env.NATS_URL
  ? Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "push-key", 32)).toString("base64url")
  : generatedSecret("push-key");
const keys = createECDH("prime256v1");
keys.setPrivateKey(Buffer.from(privateKey, "base64url"));

/** The base64url public key that browsers use to subscribe at their push service. */
export const pushPublicKey = keys.getPublicKey("base64url");

const vapidDetails = {
  subject: siteOrigin.startsWith("https:") ? siteOrigin : "https://localhost",
  publicKey: pushPublicKey,
  privateKey,
};
const ttlSeconds = 24 * 60 * 60;
const batchSize = 100;
const maxSubscriptions = 10;
/**
 * A service that doesn't respond blocks its member's other pushes for ten seconds, but only one of the queue's slots.
 */
const queue = new TurnQueue({ concurrency: 16, maxPerMember: maxSubscriptions });

/** Stores a browser's subscription. A member's eleventh replaces their oldest. */
export const subscribe = (
  userId: number,
  tokenHash: string,
  { endpoint, p256dh, auth }: PushSubscriptionInput,
) =>
  namedBatch({
    replaced: db
      .delete(pushSubscriptions)
      .where(or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.tokenHash, tokenHash))),
    stored: insertSelect(
      db,
      pushSubscriptions,
      { userId, tokenHash, endpoint, p256dh, auth, createdAt: Date.now() },
      sessions,
      and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId)),
    ),
    oldest: db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, userId),
          notInArray(
            pushSubscriptions.id,
            db
              .select({ id: pushSubscriptions.id })
              .from(pushSubscriptions)
              .where(eq(pushSubscriptions.userId, userId))
              .orderBy(desc(pushSubscriptions.id))
              .limit(maxSubscriptions),
          ),
        ),
      ),
  });

/** The push address of a session's browser, or null. A new log-in has none until the browser subscribes again. */
export async function findEndpoint(tokenHash: string): Promise<string | null> {
  const [row] = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.tokenHash, tokenHash));
  return row?.endpoint ?? null;
}

/** Stores the new address that a push service gave the browser. Affects only the session's own subscription. */
export const moveSubscription = (
  tokenHash: string,
  oldEndpoint: string,
  { endpoint, p256dh, auth }: PushSubscriptionInput,
) =>
  write(() =>
    db
      .update(pushSubscriptions)
      .set({ endpoint, p256dh, auth })
      .where(and(eq(pushSubscriptions.tokenHash, tokenHash), eq(pushSubscriptions.endpoint, oldEndpoint))),
  );

export const unsubscribe = (tokenHash: string) =>
  write(() => db.delete(pushSubscriptions).where(eq(pushSubscriptions.tokenHash, tokenHash)));

/**
 * Pushes a count, which is far below the 4 KB that push services accept, to members who subscribed. Never throws, and
 * doesn't wait for push services.
 */
export async function pushTo(
  userIds: readonly number[],
  kind: string,
  describe: (userId: number) => Promise<string>,
): Promise<void> {
  for (let at = 0; at < userIds.length; at += batchSize) {
    try {
      for (const row of await listDevices(userIds.slice(at, at + batchSize), kind))
        void queue.run(row.userId, () => send(row, describe));
    } catch (err) {
      log.warn({ err }, "pushes could not be sent");
    }
    await yieldToRequests();
  }
}

/** The devices of members who are outside their quiet hours and have not turned pushes off for the kind. */
async function listDevices(userIds: readonly number[], kind: string): Promise<Device[]> {
  const now = Date.now();
  const rows = await db
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      quietFrom: users.quietFrom,
      quietTo: users.quietTo,
    })
    .from(pushSubscriptions)
    .innerJoin(users, and(eq(users.id, pushSubscriptions.userId), eq(users.status, "active")))
    .leftJoin(
      noticeSettings,
      and(eq(noticeSettings.userId, pushSubscriptions.userId), eq(noticeSettings.kind, kind)),
    )
    .where(
      and(
        sql`${pushSubscriptions.userId} in (select value from json_each(${JSON.stringify(userIds)}))`,
        sql`coalesce(${noticeSettings.push}, 1)`,
      ),
    );
  return rows.filter((row) => !isQuiet(row, now));
}

interface Device {
  id: number;
  userId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

async function send(
  { id, userId, endpoint, p256dh, auth }: Device,
  describe: (userId: number) => Promise<string>,
): Promise<void> {
  const url = parsePushUrl(endpoint);
  try {
    if (!url) throw new Error("its address is not allowed");
    const { default: webPush } = await import("web-push");
    const subscription = { endpoint: url.href, keys: { p256dh, auth } };
    const text = await describe(userId);
    const details = webPush.generateRequestDetails(subscription, text, { vapidDetails, TTL: ttlSeconds });
    const status = await post(url, details.headers, details.body);
    // The subscription no longer exists.
    if (status === 404 || status === 410)
      await write(() => db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id)));
    else if (status < 200 || status > 299) throw new Error(`the answer was ${status}`);
  } catch (error) {
    countPushFailure();
    // The path is the browser's secret, so only the host is logged.
    log.warn({ service: url?.host, reason: (error as Error).message }, "a push was not accepted");
  }
}
