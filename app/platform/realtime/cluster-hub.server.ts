import type { NodeMessage, Nodes, Presence } from "../cluster/interfaces.server.ts";
import { closeCodes } from "./close-codes.ts";
import { type Client, closeSocket, Hub, noticesRoom, userRoom } from "./local-hub.server.ts";
import { RemotePresence } from "./remote-presence.server.ts";

/** How long frames are kept for a socket that another node has not announced yet. */
const presenceMs = 5_000;
/** Latency of the fastest message. */
const minLatencyMs = 100;
const maxRecent = 5_000;
/** Number of recent sends to remember. If a missed one was forgotten, all sockets reload. */
const maxRemembered = 20_000;
/** Pages that missed something reload spread over this time. */
const reloadSpreadMs = 5_000;
/** Keeps a message far below NATS's limit of a megabyte. */
const membersOfPart = 10_000;
/** Keeps a list of keys below that limit. */
const maxMissedKeys = 10_000;

/** A frame for a member, and the nodes that it was sent to. */
interface RecentFrame {
  userId: number;
  message: NodeMessage;
  to: string[];
  at: number;
}

const sessionKey = (tokenHash: string) => `session:${tokenHash}`;

/** Knows which members have sockets on other nodes as well. Sending and closing apply to all nodes. */
export class ClusterHub extends Hub {
  #elsewhere = new RemotePresence();
  #nodes: Nodes;
  #recent: RecentFrame[] = [];
  /** When something was last sent to a room, a member or a session. */
  #sentAt = new Map<string, number>();
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(nodes: Nodes) {
    super();
    this.#nodes = nodes;
    nodes.on("frame", ({ room, text, paceKey }) => {
      if (paceKey === undefined) super.sendToRoom(room, Buffer.from(text));
      else super.sendPaced(room, paceKey, Buffer.from(text));
    });
    nodes.on("closeSession", ({ tokenHash }) => super.closeSession(tokenHash));
    nodes.on("closeMember", ({ userId, exceptTokenHash }) => super.closeUser(userId, exceptTokenHash));
    nodes.on("presence", ({ members, part, parts }, node, delayMs = 0) =>
      this.#repeatFrames(this.#elsewhere.note(node, members, part, parts), node, delayMs),
    );
    nodes.on("missed", ({ keys }) => this.#reload(keys));
    nodes.on("hello", ({ awayMs }, node) => {
      this.#sendMissed(awayMs, node);
      this.sendPresence(node);
    });
    nodes.on("connected", (awayMs) => {
      this.#sendMissed(awayMs);
      this.sendPresence();
    });
    nodes.on("disconnected", () => this.#elsewhere.clear());
  }

  override add(client: Client): void {
    super.add(client);
    this.#sendPresenceOf(client.userId);
  }

  override remove(client: Client): void {
    super.remove(client);
    this.#sendPresenceOf(client.userId);
  }

  override sendToRoom(room: string, frame: Buffer): number {
    this.#sendToAll(room, "frame", { room, text: String(frame) });
    return super.sendToRoom(room, frame);
  }

  override sendPaced(room: string, paceKey: number, frame: Buffer): void {
    this.#sendToAll(room, "frame", { room, text: String(frame), paceKey });
    super.sendPaced(room, paceKey, frame);
  }

  override sendToUser(userId: number, frame: Buffer, except?: Client): number {
    const others = this.#sendToNodesOf(userId, "frame", { room: userRoom(userId), text: String(frame) });
    return super.sendToUser(userId, frame, except) + others;
  }

  override sendNotice(userId: number, frame: Buffer): void {
    this.#sendToNodesOf(userId, "frame", { room: noticesRoom(userId), text: String(frame) });
    super.sendNotice(userId, frame);
  }

  override isPresent(userId: number): boolean {
    return super.isPresent(userId) || this.#elsewhere.find(userId).length > 0;
  }

  override isOnMessagesPage(userId: number): boolean {
    return (
      super.isOnMessagesPage(userId) ||
      this.#elsewhere.find(userId).some(([, , isOnMessagesPage]) => isOnMessagesPage)
    );
  }

  override closeSession(tokenHash: string): void {
    this.#sendToAll(sessionKey(tokenHash), "closeSession", { tokenHash });
    super.closeSession(tokenHash);
  }

  override closeUser(userId: number, exceptTokenHash?: string): void {
    this.#sendToAll(userRoom(userId), "closeMember", { userId, exceptTokenHash });
    super.closeUser(userId, exceptTokenHash);
  }

  override sendPresence(to?: string): void {
    if (!this.#nodes.state) return;
    const userIds = new Set([...this.clients].map(({ userId }) => userId));
    const members = [...userIds].map((userId) => this.#presenceOf(userId));
    const parts = Math.max(1, Math.ceil(members.length / membersOfPart));
    for (let part = 1; part <= parts; part++) {
      const end = part * membersOfPart;
      this.#nodes.send("presence", { members: members.slice(end - membersOfPart, end), part, parts }, to);
    }
    this.#elsewhere.forgetSilent();
  }

  #sendPresenceOf(userId: number): void {
    if (!this.#nodes.state) return;
    this.#nodes.send("presence", { members: [this.#presenceOf(userId)] });
  }

  #presenceOf = (userId: number): Presence => [
    userId,
    this.countSockets(userId),
    super.isOnMessagesPage(userId),
  ];

  #sendToAll(key: string, ...message: NodeMessage): void {
    if (!this.#nodes.state) return;
    this.#rememberSent(key);
    this.#nodes.send(...message);
  }

  /** Sends to the nodes where the member has sockets. Returns how many. */
  #sendToNodesOf(userId: number, ...message: NodeMessage): number {
    const to = this.#elsewhere.nodesOf(userId);
    if (!this.#nodes.state) return to.length;
    this.#rememberSent(userRoom(userId));
    for (const node of to) this.#nodes.send(...message, node);
    const now = performance.now();
    const first = this.#recent.findIndex(({ at }) => at > now - presenceMs);
    this.#recent.splice(
      0,
      first < 0 ? this.#recent.length : Math.max(first, this.#recent.length - maxRecent),
    );
    this.#recent.push({ userId, message, to, at: now });
    return to.length;
  }

  /** Resends recent frames, because a socket opens on its node before this one learns of it. */
  #repeatFrames(userIds: number[], node: string, delayMs: number): void {
    if (userIds.length === 0 || this.#recent.length === 0) return;
    const added = new Set(userIds);
    const since = performance.now() - Math.min(delayMs + minLatencyMs, presenceMs);
    for (const { userId, message, to, at } of this.#recent) {
      if (at < since || !added.has(userId) || to.includes(node)) continue;
      to.push(node);
      this.#nodes.send(...message, node);
    }
  }

  #rememberSent(key: string): void {
    this.#sentAt.delete(key);
    this.#sentAt.set(key, performance.now());
    const [oldest] = this.#sentAt;
    if (this.#sentAt.size <= maxRemembered || !oldest) return;
    this.#sentAt.delete(oldest[0]);
    this.#forgottenAt = oldest[1];
  }

  /** Sends what a node that was away for `awayMs` may have missed from this one. */
  #sendMissed(awayMs: number, to?: string): void {
    const since = performance.now() - awayMs;
    const keys = [...this.#sentAt].flatMap(([key, sentAt]) => (sentAt >= since ? [key] : []));
    if (keys.length === 0 && this.#forgottenAt < since) return;
    const isTooMuch = this.#forgottenAt >= since || keys.length > maxMissedKeys;
    this.#nodes.send("missed", { keys: isTooMuch ? null : keys }, to);
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
