import type { WebSocket } from "ws";
import { closeCodes } from "./close-codes.ts";
import type { ServerFrame } from "./protocol.ts";

/** A peer that lets this many bytes wait is not reading, and is dropped. */
const maxBufferedBytes = 1_048_576;
/** Peers that are told to go have this long to say goodbye, in milliseconds. */
const closeTimeoutMs = 2_000;

/** One socket of a member. */
export interface Peer {
  readonly socket: WebSocket;
  userId: number;
  name: string;
  tokenHash: string;
  /** Whether it belongs to a page that shows messages. */
  readonly showsMessages: boolean;
  /** Heard from since the last ping. */
  alive: boolean;
  rooms: string[];
}

/** A frame as it goes over the wire: made once, however many hear it. */
export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Sends to one peer, or drops it when it does not read what it was sent before. */
export function sendFrame(peer: Peer, frame: Buffer): void {
  const { socket } = peer;
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(frame, { binary: false });
}

/** The room of a member, which only their own sockets join. */
export const userRoom = (userId: number) => `user:${userId}`;

/** Who is connected and who listens to what. It knows sockets, members' ids and rooms, and no database. */
export class Hub {
  readonly peers = new Set<Peer>();
  #rooms = new Map<string, Set<Peer>>();
  #ofUser = new Map<number, Set<Peer>>();

  add(peer: Peer): void {
    this.peers.add(peer);
    addTo(this.#ofUser, peer.userId, peer);
  }

  remove(peer: Peer): void {
    this.peers.delete(peer);
    removeFrom(this.#ofUser, peer.userId, peer);
    for (const room of peer.rooms) removeFrom(this.#rooms, room, peer);
    peer.rooms = [];
  }

  join(peer: Peer, room: string): void {
    if (!this.peers.has(peer) || peer.rooms.includes(room)) return;
    peer.rooms.push(room);
    addTo(this.#rooms, room, peer);
  }

  /** Sends to everyone in a room but one. Answers how many there were. */
  toRoom(room: string, frame: Buffer, except?: Peer): number {
    const listeners = this.#rooms.get(room);
    if (!listeners) return 0;
    for (const peer of listeners) if (peer !== except) sendFrame(peer, frame);
    return listeners.size - (except && listeners.has(except) ? 1 : 0);
  }

  /** Sends to every socket that a member has in their room. */
  toUser(userId: number, frame: Buffer, except?: Peer): number {
    return this.toRoom(userRoom(userId), frame, except);
  }

  /** Sends to everyone connected. */
  toAll(frame: Buffer): void {
    for (const peer of this.peers) sendFrame(peer, frame);
  }

  /** How many sockets a member has open. */
  socketCount(userId: number): number {
    return this.#ofUser.get(userId)?.size ?? 0;
  }

  /** Whether a page that shows messages is open on any of a member's devices. */
  showsMessages(userId: number): boolean {
    for (const peer of this.#ofUser.get(userId) ?? []) if (peer.showsMessages) return true;
    return false;
  }

  /** Closes what a log-out leaves open: the sockets of one session. */
  closeSession(tokenHash: string): void {
    for (const peer of this.peers) if (peer.tokenHash === tokenHash) closeUnauthenticated(peer);
  }

  /** Closes every socket of a member whose sessions all ended: new password, suspended, removed. */
  closeUser(userId: number): void {
    for (const peer of this.#ofUser.get(userId) ?? []) closeUnauthenticated(peer);
  }
}

function addTo<K>(map: Map<K, Set<Peer>>, key: K, peer: Peer): void {
  const set = map.get(key);
  if (set) set.add(peer);
  else map.set(key, new Set([peer]));
}

function removeFrom<K>(map: Map<K, Set<Peer>>, key: K, peer: Peer): void {
  const set = map.get(key);
  if (set?.delete(peer) && set.size === 0) map.delete(key);
}

function closeUnauthenticated(peer: Peer): void {
  sendFrame(peer, encodeFrame({ event: "error", data: { message: "Authentication required" } }));
  closeSocket(peer.socket, closeCodes.notLoggedIn);
}

/** Says goodbye to a socket, and hangs up if it does not answer. */
export function closeSocket(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
}

const kept = globalThis as { quadrantHub?: Hub };
kept.quadrantHub ??= new Hub();

/** The process's hub, which a hot reload keeps. */
export const hub: Hub = kept.quadrantHub;
