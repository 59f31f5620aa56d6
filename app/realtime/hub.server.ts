import type { WebSocket } from "ws";
import { Nodes, nodes, type Presence } from "../nodes.server.ts";
import { closeCodes } from "./close-codes.ts";
import { Elsewhere } from "./elsewhere.server.ts";
import type { ServerFrame } from "./protocol.ts";

/** A client with more than this waiting to be sent is not reading, and is disconnected. */
const maxBufferedBytes = 1_048_576;
const closeTimeoutMs = 2_000;
/** A little more than a second, because timers are early at times. */
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

/** How many notices are unread reaches the member, except programs with a token for other things. */
export const noticesRoom = (userId: number) => `notices:${userId}`;

/** Changes of events reach everyone, except programs with a token for other things. */
export const eventsRoom = "events";

/** The sockets of this node, and who has some on the others. What is sent or closed here is so on all of them. */
export class Hub {
  readonly clients = new Set<Client>();
  #clientsByRoom = new Map<string, Set<Client>>();
  #clientsByUser = new Map<number, Set<Client>>();
  #paced = new Map<number, { next: Buffer | null }>();
  #elsewhere = new Elsewhere();
  #nodes: Nodes;

  constructor(ofNodes = new Nodes()) {
    this.#nodes = ofNodes;
    ofNodes.on("frame", ({ room, text, paceKey }) => {
      if (paceKey === undefined) this.#deliver(room, Buffer.from(text));
      else this.#pace(room, paceKey, Buffer.from(text));
    });
    ofNodes.on("closeSession", ({ tokenHash }) => this.#closeSession(tokenHash));
    ofNodes.on("closeMember", ({ userId, exceptTokenHash }) => this.#closeUser(userId, exceptTokenHash));
    ofNodes.on("presence", ({ members, isComplete }, node) =>
      this.#elsewhere.note(node, members, isComplete),
    );
    ofNodes.on("hello", ({ isBack }) => {
      if (isBack) this.#closeAll();
      this.tellPresence();
    });
    ofNodes.on("connected", () => {
      this.#closeAll();
      this.tellPresence();
    });
    ofNodes.on("disconnected", () => this.#elsewhere.clear());
  }

  add(client: Client): void {
    this.clients.add(client);
    addToGroup(this.#clientsByUser, client.userId, client);
    this.#tellPresenceOf(client.userId);
  }

  remove(client: Client): void {
    this.clients.delete(client);
    removeFromGroup(this.#clientsByUser, client.userId, client);
    for (const room of client.rooms) removeFromGroup(this.#clientsByRoom, room, client);
    client.rooms = [];
    this.#tellPresenceOf(client.userId);
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
    if (this.#nodes.state) this.#nodes.tell("frame", { room, text: String(frame) });
    return this.#deliver(room, frame, except);
  }

  /** Sends to everyone in a room: of several frames with one key within a second the last. */
  sendPaced(room: string, paceKey: number, frame: Buffer): void {
    if (this.#nodes.state) this.#nodes.tell("frame", { room, text: String(frame), paceKey });
    this.#pace(room, paceKey, frame);
  }

  /** Returns 0 when the member has no socket on any node, as far as this one knows. */
  sendToUser(userId: number, frame: Buffer, except?: Client): number {
    return this.sendToRoom(userRoom(userId), frame, except) + this.#elsewhere.find(userId).length;
  }

  countSockets(userId: number): number {
    return this.#clientsByUser.get(userId)?.size ?? 0;
  }

  isPresent(userId: number): boolean {
    return this.countSockets(userId) > 0 || this.#elsewhere.find(userId).length > 0;
  }

  isOnMessagesPage(userId: number): boolean {
    return (
      this.#isOnMessagesPageHere(userId) ||
      this.#elsewhere.find(userId).some(([, , isOnMessagesPage]) => isOnMessagesPage)
    );
  }

  closeSession(tokenHash: string): void {
    this.#nodes.tell("closeSession", { tokenHash });
    this.#closeSession(tokenHash);
  }

  closeUser(userId: number, exceptTokenHash?: string): void {
    this.#nodes.tell("closeMember", { userId, exceptTokenHash });
    this.#closeUser(userId, exceptTokenHash);
  }

  tellPresence(): void {
    if (!this.#nodes.state) return;
    const members = [...this.#clientsByUser.keys()].map((userId) => this.#presenceOf(userId));
    this.#nodes.tell("presence", { members, isComplete: true });
    this.#elsewhere.forgetSilent();
  }

  #tellPresenceOf(userId: number): void {
    if (!this.#nodes.state) return;
    this.#nodes.tell("presence", { members: [this.#presenceOf(userId)], isComplete: false });
  }

  #presenceOf = (userId: number): Presence => [
    userId,
    this.countSockets(userId),
    this.#isOnMessagesPageHere(userId),
  ];

  #isOnMessagesPageHere(userId: number): boolean {
    for (const client of this.#clientsByUser.get(userId) ?? []) if (client.isOnMessagesPage) return true;
    return false;
  }

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

  #closeSession(tokenHash: string): void {
    for (const client of this.clients) if (client.tokenHash === tokenHash) closeUnauthenticated(client);
  }

  #closeUser(userId: number, exceptTokenHash?: string): void {
    for (const client of this.#clientsByUser.get(userId) ?? []) {
      if (client.tokenHash !== exceptTokenHash) closeUnauthenticated(client);
    }
  }

  /** Has every page load what its socket has missed. */
  #closeAll(): void {
    for (const { socket } of this.clients) closeSocket(socket, closeCodes.goingAway);
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
globals.quadrantHub ??= new Hub(nodes);

export const hub: Hub = globals.quadrantHub;
