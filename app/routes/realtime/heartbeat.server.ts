import { and, eq, gt, inArray } from "drizzle-orm";
import { db, sessions, users } from "#db/index.ts";
import { sessionLifetimeMs } from "../../auth/session.server.ts";
import { log } from "../../log.server.ts";
import { hub } from "../../realtime/hub.server.ts";

/** Between two pings, in milliseconds: a peer that did not answer the last one is gone. */
const pingIntervalMs = 30_000;
/** Sessions looked up in one statement. */
const chunkSize = 500;

/** The bell counts from the last moment that a messages page was open: it is written down when one opens and closes. */
export const pageOpened = (userId: number) => void recordMessagesOpened([userId]);
export const pageClosed = (userId: number) => void recordMessagesOpened([userId]);

async function recordMessagesOpened(userIds: number[], now = Date.now()): Promise<void> {
  try {
    await db.update(users).set({ messagesOpenedAt: now }).where(inArray(users.id, userIds));
  } catch {
    log.warn("the bell's moment could not be written");
  }
}

/**
 * Pings every peer, drops the dead, and looks whether the sessions of the living still last: whatever ended one
 * without saying so (another process, the passing of time), its sockets do not outlive it by more than a round.
 * @returns a function that ends it
 */
export function startHeartbeat(): () => void {
  // After a hot reload the timer of the code before must not ping beside this one.
  const kept = globalThis as { quadrantWatch?: NodeJS.Timeout };
  clearInterval(kept.quadrantWatch);
  const timer = setInterval(() => {
    for (const peer of hub.peers) {
      if (!peer.alive) peer.socket.terminate();
      else {
        peer.alive = false;
        peer.socket.ping();
      }
    }
    checkSessions().catch(() => log.warn("the sessions of open sockets could not be looked up"));
  }, pingIntervalMs);
  timer.unref();
  kept.quadrantWatch = timer;
  return () => clearInterval(timer);
}

async function checkSessions(): Promise<void> {
  const hashes = [...new Set([...hub.peers].map(({ tokenHash }) => tokenHash))];
  const reading = new Set([...hub.peers].flatMap((peer) => (peer.showsMessages ? [peer.userId] : [])));
  const alive = new Set<string>();
  for (let start = 0; start < hashes.length; start += chunkSize) {
    const rows = await db
      .select({ hash: sessions.tokenHash })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
      .where(
        and(
          inArray(sessions.tokenHash, hashes.slice(start, start + chunkSize)),
          gt(sessions.lastUsedAt, Date.now() - sessionLifetimeMs),
        ),
      );
    for (const { hash } of rows) alive.add(hash);
  }
  for (const hash of hashes) if (!alive.has(hash)) hub.closeSession(hash);
  const ids = [...reading];
  for (let start = 0; start < ids.length; start += chunkSize)
    await recordMessagesOpened(ids.slice(start, start + chunkSize));
}
