import type { Nodes, Presence, Told } from "../cluster/interfaces.server.ts";
import { closeCodes } from "./close-codes.ts";
import { type Client, closeSocket, Hub, noticesRoom, userRoom } from "./local-hub.server.ts";
import { RemotePresence } from "./remote-presence.server.ts";

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

/** A frame for a member, and the nodes that it was sent to. */
interface RecentFrame {
  userId: number;
  told: Told;
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
  #toldAt = new Map<string, number>();
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
      this.#tellMissed(awayMs, node);
      this.tellPresence(node);
    });
    nodes.on("connected", (awayMs) => {
      this.#tellMissed(awayMs);
      this.tellPresence();
    });
    nodes.on("disconnected", () => this.#elsewhere.clear());
  }

  override add(client: Client): void {
    super.add(client);
    this.#tellPresenceOf(client.userId);
  }

  override remove(client: Client): void {
    super.remove(client);
    this.#tellPresenceOf(client.userId);
  }

  override sendToRoom(room: string, frame: Buffer): number {
    this.#tellAll(room, "frame", { room, text: String(frame) });
    return super.sendToRoom(room, frame);
  }

  override sendPaced(room: string, paceKey: number, frame: Buffer): void {
    this.#tellAll(room, "frame", { room, text: String(frame), paceKey });
    super.sendPaced(room, paceKey, frame);
  }

  override sendToUser(userId: number, frame: Buffer, except?: Client): number {
    const others = this.#tellNodesOf(userId, "frame", { room: userRoom(userId), text: String(frame) });
    return super.sendToUser(userId, frame, except) + others;
  }

  override sendNotice(userId: number, frame: Buffer): void {
    this.#tellNodesOf(userId, "frame", { room: noticesRoom(userId), text: String(frame) });
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
    this.#tellAll(sessionKey(tokenHash), "closeSession", { tokenHash });
    super.closeSession(tokenHash);
  }

  override closeUser(userId: number, exceptTokenHash?: string): void {
    this.#tellAll(userRoom(userId), "closeMember", { userId, exceptTokenHash });
    super.closeUser(userId, exceptTokenHash);
  }

  override tellPresence(to?: string): void {
    if (!this.#nodes.state) return;
    const userIds = new Set([...this.clients].map(({ userId }) => userId));
    const members = [...userIds].map((userId) => this.#presenceOf(userId));
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

  #presenceOf = (userId: number): Presence => [
    userId,
    this.countSockets(userId),
    super.isOnMessagesPage(userId),
  ];

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
