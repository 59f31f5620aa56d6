import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";

export interface NodeMessages {
  /** The sender is connected again after `awayMs`. */
  hello: { awayMs: number };
  /** What sockets may have missed: see `ClusterHub`. Null if it is more than the sender remembers. */
  missed: { keys: string[] | null };
  /** A frame for the sockets in a room. With a `paceKey` a later frame with that key may replace it: `Hub.sendPaced`. */
  frame: { room: string; text: string; paceKey?: number };
  closeSession: { tokenHash: string };
  closeMember: { userId: number; exceptTokenHash?: string | undefined };
  /** With `part`, one of `parts` parts of the whole list. Otherwise a change. */
  presence: { members: Presence[]; part?: number; parts?: number };
  wrote: Record<string, never>;
  /** The settings have changed. */
  settings: { version: number };
  count: { limit: string; key: string; amount: number };
  dayKey: { day: string; key: string; madeAt: number };
}
export type Presence = [userId: number, sockets: number, isOnMessagesPage: boolean];
export type NodeMessage<K extends keyof NodeMessages = keyof NodeMessages> = {
  [P in K]: [kind: P, data: NodeMessages[P]];
}[K];
/** `delayMs`: how much longer the message took than that node's fastest. */
type NodeEvents = { [K in keyof NodeMessages]: [data: NodeMessages[K], node: string, delayMs?: number] } & {
  connected: [awayMs: number];
  disconnected: [];
  unreachable: [reason: string];
  /** Another node's clock differs greatly from this one's, or somebody replays its old messages. */
  clocksDiffer: [differenceMs: number];
  /** A message cannot be read: it has a different secret, or comes from a release with different messages. */
  stranger: [];
  failed: [error: unknown];
};

/** A node that has been silent for two and a half heartbeats counts as ended. */
export const silenceMs = 75_000;

/** The servers of one community, seen from this one. This base class is for a single server, so it does nothing. */
export class Nodes extends EventEmitter<NodeEvents> {
  readonly id = randomUUID();

  /** Null without other nodes. */
  get state(): "connected" | "disconnected" | null {
    return null;
  }

  get unread(): number {
    return 0;
  }

  /** The shared clock of all nodes, in Unix milliseconds. Use it for times that nodes compare. */
  now(): number {
    return Date.now();
  }

  /** The largest difference between another node's clock and this one's, in milliseconds; 0 if under two seconds. */
  get clockDifferenceMs(): number {
    return 0;
  }

  /** Sends to one node, or to all others without an id. Dropped while they cannot be reached. */
  send(..._message: [...NodeMessage, to?: string | undefined]): void {}

  /** Returns after the first attempt to connect. Keeps retrying in the background. */
  async start(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** Decides which node does the work that must be done once. A server with its own database file does all of it. */
export interface Leases {
  /** Whether this node does the background work: mails, reminders, digests, sweeps, backups. */
  holds(): boolean;
  /** A number that changes whenever this node acquires the lease. */
  term(): number;
  /** Renews the background lease and those of tasks. Call it every third of a term. */
  renew(): Promise<void>;
  /** Waits for a server that may have died. @throws a one-line Error if another server uses the database */
  requireAlone(): Promise<void>;
  release(): Promise<void>;
  /** Takes a lock across all nodes until `drop`, or for a term if this node dies. False while another task holds it. */
  take(name: string): Promise<boolean>;
  drop(name: string): Promise<void>;
  deleteEnded(): Promise<void>;
}

const taken = new Set<string>();

export const ownLeases: Leases = {
  holds: () => true,
  term: () => 0,
  renew: async () => {},
  requireAlone: async () => {},
  release: async () => {},
  async take(name) {
    if (taken.has(name)) return false;
    taken.add(name);
    return true;
  },
  async drop(name) {
    taken.delete(name);
  },
  deleteEnded: async () => {},
};
