import { type Presence, silenceMs } from "../cluster/interfaces.server.ts";

interface OtherNode {
  heardAt: number;
  members: Map<number, Presence>;
  /** The whole list while its parts arrive. */
  next: Map<number, Presence> | null;
}

export class RemotePresence {
  #nodes = new Map<string, OtherNode>();

  /**
   * Returns the members who have sockets on the node now and had none before, as far as this node knew.
   * @param part one of `parts` of a whole list, after which unlisted members have no socket there; 0 for a change
   */
  note(node: string, members: Presence[], part = 0, parts = 0): number[] {
    const other = this.#nodes.get(node) ?? { heardAt: 0, members: new Map(), next: null };
    other.heardAt = performance.now();
    this.#nodes.set(node, other);
    if (part === 1) other.next = new Map();
    const added = members.filter(([userId, sockets]) => sockets > 0 && !other.members.has(userId));
    for (const presence of members) {
      const [userId, sockets] = presence;
      for (const known of [other.members, other.next]) {
        if (sockets > 0) known?.set(userId, presence);
        else known?.delete(userId);
      }
    }
    if (part > 0 && part === parts && other.next) {
      other.members = other.next;
      other.next = null;
    }
    return added.map(([userId]) => userId);
  }

  nodesOf(userId: number): string[] {
    return [...this.#nodes].flatMap(([node, { members }]) => (members.has(userId) ? [node] : []));
  }

  /** Returns an entry per other node where the member has sockets. */
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
