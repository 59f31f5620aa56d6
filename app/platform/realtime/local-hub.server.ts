import type { WebSocket } from "ws";
import { closeCodes } from "./close-codes.ts";
import type { ServerFrame } from "./frames.ts";

/** A client with more unsent data than this is not reading, and is disconnected. */
const maxBufferedBytes = 1_048_576;
const closeTimeoutMs = 2_000;
/** Slightly more than a second, because timers can fire early. */
const paceMs = 1_020;
export interface Client {
  readonly socket: Pick<
    WebSocket,
    "OPEN" | "readyState" | "bufferedAmount" | "send" | "ping" | "close" | "terminate"
  >;
  readonly userId: number;
  readonly tokenHash: string;
  readonly isOnMessagesPage: boolean;
  isAlive: boolean;
  rooms: string[];
}

export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

export function sendFrame({ socket }: Client, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(frame, { binary: false });
}

export const userRoom = (userId: number) => `user:${userId}`;

/** Receives the count of unread notices. Programs whose token lacks the scope are not in it. */
export const noticesRoom = (userId: number) => `notices:${userId}`;

/** Receives changes of events. Programs whose token lacks the scope are not in it. */
export const eventsRoom = "events";

/** Knows the sockets of this server. `ClusterHub` adds those of other servers. */
export class Hub {
  readonly clients = new Set<Client>();
  #clientsByRoom = new Map<string, Set<Client>>();
  #clientsByUser = new Map<number, Set<Client>>();
  #paced = new Map<number, { next: Buffer | null }>();

  add(client: Client): void {
    this.clients.add(client);
    addToGroup(this.#clientsByUser, client.userId, client);
  }

  remove(client: Client): void {
    this.clients.delete(client);
    removeFromGroup(this.#clientsByUser, client.userId, client);
    for (const room of client.rooms) removeFromGroup(this.#clientsByRoom, room, client);
    client.rooms = [];
  }

  join(client: Client, room: string): void {
    if (!this.clients.has(client) || client.rooms.includes(room)) return;
    client.rooms.push(room);
    addToGroup(this.#clientsByRoom, room, client);
  }

  leave(client: Client, room: string): void {
    client.rooms = client.rooms.filter((joined) => joined !== room);
    removeFromGroup(this.#clientsByRoom, room, client);
  }

  sendToRoom(room: string, frame: Buffer): number {
    return this.#deliver(room, frame);
  }

  /** Sends to everyone in a room, at most one frame per key and second: the latest. */
  sendPaced(room: string, paceKey: number, frame: Buffer): void {
    this.#pace(room, paceKey, frame);
  }

  /** Returns 0 if, as far as this node knows, the member has no socket on any node. */
  sendToUser(userId: number, frame: Buffer, except?: Client): number {
    return this.#deliver(userRoom(userId), frame, except);
  }

  /** Sends to those of a member's sockets that may read notices. */
  sendNotice(userId: number, frame: Buffer): void {
    this.#deliver(noticesRoom(userId), frame);
  }

  /** The member's sockets on this server. */
  countSockets(userId: number): number {
    return this.#clientsByUser.get(userId)?.size ?? 0;
  }

  isPresent(userId: number): boolean {
    return this.countSockets(userId) > 0;
  }

  isOnMessagesPage(userId: number): boolean {
    for (const client of this.#clientsByUser.get(userId) ?? []) if (client.isOnMessagesPage) return true;
    return false;
  }

  closeSession(tokenHash: string): void {
    for (const client of this.clients) if (client.tokenHash === tokenHash) closeUnauthenticated(client);
  }

  closeUser(userId: number, exceptTokenHash?: string): void {
    for (const client of this.#clientsByUser.get(userId) ?? []) {
      if (client.tokenHash !== exceptTokenHash) closeUnauthenticated(client);
    }
  }

  /** Tells the other nodes who has sockets here. */
  sendPresence(): void {}

  #deliver(room: string, frame: Buffer, except?: Client): number {
    const clients = this.#clientsByRoom.get(room);
    if (!clients) return 0;
    for (const client of clients) if (client !== except) sendFrame(client, frame);
    return clients.size - (except && clients.has(except) ? 1 : 0);
  }

  #pace(room: string, key: number, frame: Buffer): void {
    const running = this.#paced.get(key);
    if (running) {
      running.next = frame;
      return;
    }
    this.#deliver(room, frame);
    const slot: { next: Buffer | null } = { next: null };
    this.#paced.set(key, slot);
    setTimeout(() => {
      this.#paced.delete(key);
      if (slot.next) this.#pace(room, key, slot.next);
    }, paceMs).unref();
  }
}

function addToGroup<K>(groups: Map<K, Set<Client>>, key: K, client: Client): void {
  const group = groups.get(key);
  if (group) group.add(client);
  else groups.set(key, new Set([client]));
}

function removeFromGroup<K>(groups: Map<K, Set<Client>>, key: K, client: Client): void {
  const group = groups.get(key);
  if (group?.delete(client) && group.size === 0) groups.delete(key);
}

function closeUnauthenticated(client: Client): void {
  sendFrame(client, encodeFrame({ event: "error", data: { message: "Authentication required" } }));
  closeSocket(client.socket, closeCodes.unauthenticated);
}

export function closeSocket(socket: Pick<WebSocket, "close" | "terminate">, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
}
