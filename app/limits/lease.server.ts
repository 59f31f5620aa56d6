import { and, eq, lt, or } from "drizzle-orm";
import { db, leases, write } from "#db/index.ts";
import { nodes } from "../nodes.server.ts";

/** A node that dies is replaced after this time. The margin is for clocks that differ. */
const termMs = 15_000;
const marginMs = 3_000;
const name = "background";

let heldUntil = 0;
let terms = 0;

/** Whether this node does what is done once: mails, reminders, digests, sweeps, backups. */
export const holdsLease = (): boolean => nodes.state === null || performance.now() < heldUntil;

/** A number that is another one whenever this node has taken the lease from another. */
export const leaseTerm = (): number => terms;

/** To be called every third of a term. */
export async function renewLease(now = Date.now()): Promise<void> {
  if (nodes.state === null) return;
  const end = performance.now() + termMs - marginMs;
  const mine = { node: nodes.id, endsAt: now + termMs };
  const [held] = await write(() =>
    db
      .insert(leases)
      .values({ name, ...mine })
      .onConflictDoUpdate({
        target: leases.name,
        set: mine,
        setWhere: or(eq(leases.node, mine.node), lt(leases.endsAt, now)),
      })
      .returning({ node: leases.node }),
  );
  if (held && !holdsLease()) terms++;
  heldUntil = held ? end : 0;
}

export async function releaseLease(): Promise<void> {
  if (!holdsLease() || nodes.state === null) return;
  heldUntil = 0;
  await write(() => db.delete(leases).where(and(eq(leases.name, name), eq(leases.node, nodes.id))));
}
