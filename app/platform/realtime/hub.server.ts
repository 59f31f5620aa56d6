import type { WebSocket } from "ws";
import { Nodes, type Presence, type Told } from "../cluster/interfaces.server.ts";
import { nodes } from "../cluster/nodes.server.ts";
import { closeCodes } from "./close-codes.ts";
import type { ServerFrame } from "./frames.ts";
import { RemotePresence } from "./remote-presence.server.ts";

/** A client with more unsent data than this is not reading, and is disconnected. */
const maxBufferedBytes = 1_048_576;
const closeTimeoutMs = 2_000;
/** Slightly more than a second, because timers can fire early. */
const paceMs = 1_020;
/** How long frames are kept for a socket that another node has not announced yet. */
const presenceMs = 5_000;
/** Latency of the fastest message. */
const wayMs = 100;
const maxRecent = 5_000;
/** Number of recent sends to remember. If a missed one was forgotten, all sockets reload. */
const maxTold = 20_000;
/** Pages that missed something reload spread over this time. */
const reloadSpreadMs = 5_000;
/** Keeps a message far below NATS's limit of a megabyte. */
const membersOfPart = 10_000;
/** Keeps a list of keys below that limit. */
const maxMissedKeys = 10_000;

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

const sessionKey = (tokenHash: string) => `session:${tokenHash}`;

export const userRoom = (userId: number) => `user:${userId}`;

/** Receives the count of unread notices. Programs whose token lacks the scope are not in it. */
export const noticesRoom = (userId: number) => `notices:${userId}`;

/** Receives changes of events. Programs whose token lacks the scope are not in it. */
export const eventsRoom = "events";

/** Knows this node's sockets and which members have sockets on others. Sending and closing apply to all nodes. */
export class Hub {
  readonly clients = new Set<Client>();
  #clientsByRoom = new Map<string, Set<Client>>();
  #clientsByUser = new Map<number, Set<Client>>();
  #paced = new Map<number, { next: Buffer | null }>();
  #elsewhere = new RemotePresence();
  #nodes: Nodes;
  #recent: RecentFrame[] = [];
  /** When something was last sent to a room, a member or a session. */
  #toldAt = new Map<string, number>();
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(ofNodes = new Nodes()) {
    this.#nodes = ofNodes;
    ofNodes.on("frame", ({ room, text, paceKey }) => {
      if (paceKey === undefined) this.#deliver(room, Buffer.from(text));
      else this.#pace(room, paceKey, Buffer.from(text));
    });
    ofNodes.on("closeSession", ({ tokenHash }) => this.#closeSession(tokenHash));
    ofNodes.on("closeMember", ({ userId, exceptTokenHash }) => this.#closeUser(userId, exceptTokenHash));
    ofNodes.on("presence", ({ members, part, parts }, node, delayMs = 0) =>
      this.#repeatFrames(this.#elsewhere.note(node, members, part, parts), node, delayMs),
    );
    ofNodes.on("missed", ({ keys }) => this.#reload(keys));
    ofNodes.on("hello", ({ awayMs }, node) => {
      this.#tellMissed(awayMs, node);
      this.tellPresence(node);
    });
    ofNodes.on("connected", (awayMs) => {
      this.#tellMissed(awayMs);
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

  sendToRoom(room: string, frame: Buffer): number {
    this.#tellAll(room, "frame", { room, text: String(frame) });
    return this.#deliver(room, frame);
  }

  /** Sends to everyone in a room, at most one frame per key and second: the latest. */
  sendPaced(room: string, paceKey: number, frame: Buffer): void {
    this.#tellAll(room, "frame", { room, text: String(frame), paceKey });
    this.#pace(room, paceKey, frame);
  }

  /** Returns 0 if, as far as this node knows, the member has no socket on any node. */
  sendToUser(userId: number, frame: Buffer, except?: Client): number {
    const room = userRoom(userId);
    const others = this.#tellNodesOf(userId, "frame", { room, text: String(frame) });
    return this.#deliver(room, frame, except) + others;
  }

  /** Sends to those of a member's sockets that may read notices. */
  sendNotice(userId: number, frame: Buffer): void {
    const room = noticesRoom(userId);
    this.#tellNodesOf(userId, "frame", { room, text: String(frame) });
    this.#deliver(room, frame);
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
    this.#tellAll(sessionKey(tokenHash), "closeSession", { tokenHash });
    this.#closeSession(tokenHash);
  }

  closeUser(userId: number, exceptTokenHash?: string): void {
    this.#tellAll(userRoom(userId), "closeMember", { userId, exceptTokenHash });
    this.#closeUser(userId, exceptTokenHash);
  }

  tellPresence(to?: string): void {
    if (!this.#nodes.state) return;
    const members = [...this.#clientsByUser.keys()].map((userId) => this.#presenceOf(userId));
    const parts = Math.max(1, Math.ceil(members.length / membersOfPart));
    for (let part = 1; part <= parts; part++) {
      const end = part * membersOfPart;
      this.#nodes.tell("presence", { members: members.slice(end - membersOfPart, end), part, parts }, to);
    }
    this.#elsewhere.forgetSilent();
  }

  #tellPresenceOf(userId: number): void {
    if (!this.#nodes.state) return;
    this.#nodes.tell("presence", { members: [this.#presenceOf(userId)] });
  }

  #tellAll(key: string, ...told: Told): void {
    if (!this.#nodes.state) return;
    this.#noteTold(key);
    this.#nodes.tell(...told);
  }

  /** Sends to the nodes where the member has sockets. Returns how many. */
  #tellNodesOf(userId: number, ...told: Told): number {
    const to = this.#elsewhere.nodesOf(userId);
    if (!this.#nodes.state) return to.length;
    this.#noteTold(userRoom(userId));
    for (const node of to) this.#nodes.tell(...told, node);
    const now = performance.now();
    const first = this.#recent.findIndex(({ at }) => at > now - presenceMs);
    this.#recent.splice(
      0,
      first < 0 ? this.#recent.length : Math.max(first, this.#recent.length - maxRecent),
    );
    this.#recent.push({ userId, told, to, at: now });
    return to.length;
  }

  /** Resends recent frames, because a socket opens on its node before this one learns of it. */
  #repeatFrames(userIds: number[], node: string, delayMs: number): void {
    if (userIds.length === 0 || this.#recent.length === 0) return;
    const added = new Set(userIds);
    const since = performance.now() - Math.min(delayMs + wayMs, presenceMs);
    for (const { userId, told, to, at } of this.#recent) {
      if (at < since || !added.has(userId) || to.includes(node)) continue;
      to.push(node);
      this.#nodes.tell(...told, node);
    }
  }

  #noteTold(key: string): void {
    this.#toldAt.delete(key);
    this.#toldAt.set(key, performance.now());
    const [oldest] = this.#toldAt;
    if (this.#toldAt.size <= maxTold || !oldest) return;
    this.#toldAt.delete(oldest[0]);
    this.#forgottenAt = oldest[1];
  }

  /** Sends what a node that was away for `awayMs` may have missed from this one. */
  #tellMissed(awayMs: number, to?: string): void {
    const since = performance.now() - awayMs;
    const keys = [...this.#toldAt].flatMap(([key, toldAt]) => (toldAt >= since ? [key] : []));
    if (keys.length === 0 && this.#forgottenAt < since) return;
    const isTooMuch = this.#forgottenAt >= since || keys.length > maxMissedKeys;
    this.#nodes.tell("missed", { keys: isTooMuch ? null : keys }, to);
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

  /** Closes sockets that missed something, so that their pages reload. */
  #reload(keys: string[] | null): void {
    const missed = keys && new Set(keys);
    for (const client of this.clients) {
      const own = [userRoom(client.userId), sessionKey(client.tokenHash), ...client.rooms];
      if (missed && !own.some((key) => missed.has(key))) continue;
      setTimeout(closeSocket, Math.random() * reloadSpreadMs, client.socket, closeCodes.goingAway).unref();
    }
  }
}

/** A frame for a member, and the nodes that it was sent to. */
interface RecentFrame {
  userId: number;
  told: Told;
  to: string[];
  at: number;
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
