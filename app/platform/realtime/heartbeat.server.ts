import { type Client, hub } from "./hub.server.ts";

export function pingClients(): void {
  for (const client of hub.clients) {
    if (!client.isAlive) client.socket.terminate();
    else {
      client.isAlive = false;
      client.socket.ping();
    }
  }
}

/**
 * Closes the sockets of sessions that ended without `hub.closeSession`, because they expired or ended elsewhere.
 * @param findEnded returns the token hashes of the sessions that are no longer valid
 */
export async function closeEnded(
  clients: readonly Client[],
  findEnded: (hashes: readonly string[]) => Promise<string[]>,
): Promise<void> {
  const hashes = [...new Set(clients.map(({ tokenHash }) => tokenHash))];
  for (const hash of await findEnded(hashes)) hub.closeSession(hash);
}
