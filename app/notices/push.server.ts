import { createECDH, hkdfSync } from "node:crypto";
import { lookup } from "node:dns";
import { Agent } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { and, eq, inArray, sql } from "drizzle-orm";
import { db, noticeSettings, pushSubscriptions, sessions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { env, generatedSecret } from "../env.server.ts";
import { TaskQueue } from "../limits/task-queue.server.ts";
import { log } from "../log.server.ts";
import { siteOrigin } from "../mail/link.server.ts";
import type { PushSubscriptionInput } from "../schemas/push.ts";
import { isQuiet } from "./quiet.server.ts";

const privateKey = env.NATS_URL
  ? Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "push-key", 32)).toString("base64url")
  : generatedSecret("push-key");
const keys = createECDH("prime256v1");
keys.setPrivateKey(Buffer.from(privateKey, "base64url"));

/** The public key with which a browser subscribes at its push service, base64url. */
export const pushPublicKey = keys.getPublicKey("base64url");

const vapidDetails = {
  subject: siteOrigin.startsWith("https:") ? siteOrigin : "https://localhost",
  publicKey: pushPublicKey,
  privateKey,
};
const timeoutMs = 10_000;
const ttlSeconds = 24 * 60 * 60;
const queue = new TaskQueue({ concurrency: 4, maxQueued: 5_000 });

const ownNetwork = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  ownNetwork.addSubnet(net, prefix, "ipv4");
ownNetwork.addSubnet("fc00::", 7, "ipv6");
ownNetwork.addSubnet("fe80::", 10, "ipv6");
ownNetwork.addAddress("::1", "ipv6");

/** A site on localhost is being tried out, with a push service of its own. */
const mayBeLocal = /^(localhost|127\.0\.0\.1)$/.test(new URL(siteOrigin).hostname);
const isAllowed = (address: string) =>
  mayBeLocal || !ownNetwork.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** A member names the address that we send to: it must not lead into our own network. */
const lookUpOutside: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isAllowed(address));
    const [first] = addresses;
    if (!first) return callback(error ?? new Error("not an address outside"), "", 4);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
const agent = new Agent({ lookup: lookUpOutside });

/** Whether pushes may be sent to an address: https, and none of our own network's. */
export function isPushAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.username !== "") return false;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? mayBeLocal || host.includes(".") : isAllowed(host);
}

export const subscribe = (
  userId: number,
  tokenHash: string,
  { endpoint, p256dh, auth }: PushSubscriptionInput,
) =>
  db.batch([
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)),
    insertSelect(
      db,
      pushSubscriptions,
      { userId, tokenHash, endpoint, p256dh, auth, createdAt: Date.now() },
      sessions,
      and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId)),
    ).onConflictDoUpdate({
      target: pushSubscriptions.tokenHash,
      set: { endpoint: sql`excluded.endpoint`, p256dh: sql`excluded.p256dh`, auth: sql`excluded.auth` },
    }),
  ]);

export const unsubscribe = (tokenHash: string) =>
  write(() => db.delete(pushSubscriptions).where(eq(pushSubscriptions.tokenHash, tokenHash)));

/** Tells those who asked for it how much is new, and nothing more. Never throws. */
export async function pushTo(
  userIds: readonly number[],
  kind: string,
  describe: (userId: number) => Promise<string>,
): Promise<void> {
  try {
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
      .where(and(inArray(pushSubscriptions.userId, [...userIds]), sql`coalesce(${noticeSettings.push}, 1)`));
    await Promise.all(
      rows
        .filter((row) => !isQuiet(row, now))
        .map((row) => queue.run(async () => send(row, await describe(row.userId)))),
    );
  } catch (err) {
    log.warn({ err }, "pushes could not be sent");
  }
}

interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

async function send({ id, endpoint, p256dh, auth }: Subscription, text: string): Promise<void> {
  try {
    const { default: webPush } = await import("web-push");
    await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails,
      TTL: ttlSeconds,
      timeout: timeoutMs,
      agent,
    });
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    // The browser has ended it.
    if (statusCode === 404 || statusCode === 410)
      await write(() => db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id)));
    else log.warn({ statusCode, reason: (error as Error).message }, "push was not accepted");
  }
}
