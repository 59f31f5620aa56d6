import { and, eq, gt, inArray } from "drizzle-orm";
import { db, sessions, users } from "#db/index.ts";
import { sessionLifetimeMs } from "../../auth/session.server.ts";
import { markMessagesOpened } from "../../messaging/bell.server.ts";
import { type Client, hub } from "../../realtime/hub.server.ts";

const chunkSize = 500;

/** Drops those that did not answer the last ping, and sessions that ended without `hub.closeSession`: by age, or elsewhere. */
export async function checkClients(): Promise<void> {
  pingClients();
  hub.tellPresence();
  const clients = [...hub.clients];
  await checkSessions(clients);
  for (const { userId, isOnMessagesPage } of clients) if (isOnMessagesPage) markMessagesOpened(userId);
}

function pingClients(): void {
  for (const client of hub.clients) {
    if (!client.isAlive) client.socket.terminate();
    else {
      client.isAlive = false;
      client.socket.ping();
    }
  }
}

export async function checkSessions(clients: Client[]): Promise<void> {
  for (const hashes of chunk(new Set(clients.map(({ tokenHash }) => tokenHash)))) {
    const rows = await db
      .select({ hash: sessions.tokenHash })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
      .where(
        and(inArray(sessions.tokenHash, hashes), gt(sessions.lastUsedAt, Date.now() - sessionLifetimeMs)),
      );
    const valid = new Set(rows.map(({ hash }) => hash));
    for (const hash of hashes) if (!valid.has(hash)) hub.closeSession(hash);
  }
}

function chunk<T>(values: Set<T>): T[][] {
  const list = [...values];
  return Array.from({ length: Math.ceil(list.length / chunkSize) }, (_, index) =>
    list.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}
