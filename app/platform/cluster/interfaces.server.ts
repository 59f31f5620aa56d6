import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";

export interface NodeMessages {
  /** It hears the others again, after so long without them. */
  hello: { awayMs: number };
  /** What sockets may not have heard: `Hub`. Null for more than anybody remembers. */
  missed: { keys: string[] | null };
  /** A frame for the sockets in a room. With a `paceKey` others of that key may replace it: `Hub.sendPaced`. */
  frame: { room: string; text: string; paceKey?: number };
  closeSession: { tokenHash: string };
  closeMember: { userId: number; exceptTokenHash?: string | undefined };
  /** With `part` one of so many parts of the whole list, else a change. */
  presence: { members: Presence[]; part?: number; parts?: number };
  wrote: Record<string, never>;
  count: { limit: string; key: string; amount: number };
  dayKey: { day: string; key: string; madeAt: number };
}
export type Presence = [userId: number, sockets: number, isOnMessagesPage: boolean];
export type Told<K extends keyof NodeMessages = keyof NodeMessages> = {
  [P in K]: [kind: P, data: NodeMessages[P]];
}[K];
/** `delayMs`: how much longer than that node's fastest message it took. */
type NodeEvents = { [K in keyof NodeMessages]: [data: NodeMessages[K], node: string, delayMs?: number] } & {
  connected: [awayMs: number];
  disconnected: [];
  unreachable: [reason: string];
  /** Another node's clock is far from this one's, or somebody repeats what it told long ago. */
  clocksDiffer: [differenceMs: number];
  /** Somebody tells something that cannot be read: with another secret, or of a release with other messages. */
  stranger: [];
  failed: [error: unknown];
};

/** A node that has told nothing for two heartbeats and a half has ended. */
export const silenceMs = 75_000;

/** The servers of one community, seen from this one. Alone, as here, nobody hears it and it hears nobody. */
export class Nodes extends EventEmitter<NodeEvents> {
  readonly id = randomUUID();

  /** Null where there are no others. */
  get state(): "connected" | "disconnected" | null {
    return null;
  }

  get unread(): number {
    return 0;
  }

  /** The time on the clock that all nodes go by, in milliseconds since 1970: what they compare has it. */
  now(): number {
    return Date.now();
  }

  /** How far the clock of the node that differs most is from this one's, in milliseconds; 0 for less than two seconds. */
  get clockDifferenceMs(): number {
    return 0;
  }

  /** @param _told with a node's id only that one hears it, else all others. While they cannot be reached nobody does. */
  tell(..._told: [...Told, to?: string | undefined]): void {}

  /** Returns after the first try; goes on in the background, again and again. */
  async start(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** Who does what is done once. A server whose database is its own file does all of it. */
export interface Leases {
  /** Whether this node does what is done once: mails, reminders, digests, sweeps, backups. */
  holds(): boolean;
  /** A number that is another one whenever this node has taken the lease from another. */
  term(): number;
  /** Of the background and of tasks. To be called every third of a term. */
  renew(): Promise<void>;
  /** @throws an Error of one line while another server uses the database, after waiting for one that may have died */
  requireAlone(): Promise<void>;
  release(): Promise<void>;
  /** Once at a time on all nodes, until `drop`; free after a term if this node dies. False while another task holds it. */
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
