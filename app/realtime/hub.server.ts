import type { WebSocket } from "ws";
import { closeCodes } from "./close-codes.ts";
import type { ServerFrame } from "./protocol.ts";

/** A client with more than this waiting to be sent is not reading, and is disconnected. */
const maxBufferedBytes = 1_048_576;
const closeTimeoutMs = 2_000;

export interface Client {
  readonly socket: Pick<
    WebSocket,
    "OPEN" | "readyState" | "bufferedAmount" | "send" | "ping" | "close" | "terminate"
  >;
  readonly userId: number;
  readonly tokenHash: string;
  readonly isOnMessagesPage: boolean;
  /** Whether anything has arrived since the last ping. */
  isAlive: boolean;
  rooms: string[];
}

export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Sends to one client, or disconnects it when it does not read what was sent before. */
export function sendFrame({ socket }: Client, frame: Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(frame, { binary: false });
}

export const userRoom = (userId: number) => `user:${userId}`;

/** Changes of events reach everyone, except programs with a token for other things. */
export const eventsRoom = "events";

export class Hub {
  readonly clients = new Set<Client>();
  #clientsByRoom = new Map<string, Set<Client>>();
  #clientsByUser = new Map<number, Set<Client>>();

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

  sendToRoom(room: string, frame: Buffer, except?: Client): number {
    const clients = this.#clientsByRoom.get(room);
    if (!clients) return 0;
    for (const client of clients) if (client !== except) sendFrame(client, frame);
    return clients.size - (except && clients.has(except) ? 1 : 0);
  }

  sendToUser(userId: number, frame: Buffer, except?: Client): number {
    return this.sendToRoom(userRoom(userId), frame, except);
  }

  /** Sends to every socket of a member, whatever rooms it is in. */
  sendToSockets(userId: number, frame: Buffer): void {
    for (const client of this.#clientsByUser.get(userId) ?? []) sendFrame(client, frame);
  }

  countSockets(userId: number): number {
    return this.#clientsByUser.get(userId)?.size ?? 0;
  }

  isOnMessagesPage(userId: number): boolean {
    for (const client of this.#clientsByUser.get(userId) ?? []) if (client.isOnMessagesPage) return true;
    return false;
  }

  closeSession(tokenHash: string): void {
    for (const client of this.clients) if (client.tokenHash === tokenHash) closeUnauthenticated(client);
  }

  /** Closes the sockets of a member whose sessions have ended, except those of one session. */
  closeUser(userId: number, exceptTokenHash?: string): void {
    for (const client of this.#clientsByUser.get(userId) ?? []) {
      if (client.tokenHash !== exceptTokenHash) closeUnauthenticated(client);
    }
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

const globals = globalThis as { quadrantHub?: Hub };
globals.quadrantHub ??= new Hub();

/** The process's hub, which survives a hot reload. */
export const hub: Hub = globals.quadrantHub;
