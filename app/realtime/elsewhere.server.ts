import type { Presence } from "../nodes.server.ts";

/** A node that has told nothing for two heartbeats and a half has ended. */
const silenceMs = 75_000;

interface OtherNode {
  heardAt: number;
  members: Map<number, Presence>;
}

export class Elsewhere {
  #nodes = new Map<string, OtherNode>();

  /** @param isComplete whether members who are not listed have no socket there */
  note(node: string, members: Presence[], isComplete: boolean): void {
    const known = isComplete ? undefined : this.#nodes.get(node)?.members;
    const other = { heardAt: performance.now(), members: known ?? new Map<number, Presence>() };
    this.#nodes.set(node, other);
    for (const presence of members) {
      const [userId, sockets] = presence;
      if (sockets > 0) other.members.set(userId, presence);
      else other.members.delete(userId);
    }
  }

  /** Returns one entry for each other node on which a member has sockets. */
  find(userId: number): Presence[] {
    return [...this.#nodes.values()].flatMap(({ members }) => {
      const presence = members.get(userId);
      return presence ? [presence] : [];
    });
  }

  forgetSilent(now = performance.now()): void {
    for (const [node, { heardAt }] of this.#nodes) if (heardAt < now - silenceMs) this.#nodes.delete(node);
  }

  clear(): void {
    this.#nodes.clear();
  }
}
