import { and, eq, inArray, lt, or } from "drizzle-orm";
import { db, leases, write } from "#db/index.ts";
import { nodes } from "../nodes.server.ts";

/** A node that dies is replaced after this time. The margin is for clocks that differ. */
const termMs = 15_000;
const marginMs = 3_000;
const background = "background";

/** The leases of this node's tasks: `takeLease`. */
const taken = new Set<string>();

let heldUntil = 0;
let terms = 0;

/** Whether this node does what is done once: mails, reminders, digests, sweeps, backups. */
export const holdsLease = (): boolean => nodes.state === null || performance.now() < heldUntil;

/** A number that is another one whenever this node has taken the lease from another. */
export const leaseTerm = (): number => terms;

/** Of the background and of tasks. To be called every third of a term. */
export async function renewLeases(now = Date.now()): Promise<void> {
  if (nodes.state === null) return;
  const end = performance.now() + termMs - marginMs;
  const isHeld = await insertLease(background, now);
  if (isHeld && !holdsLease()) terms++;
  heldUntil = isHeld ? end : 0;
  if (taken.size === 0) return;
  const isOfTask = and(eq(leases.node, nodes.id), inArray(leases.name, [...taken]));
  await write(() =>
    db
      .update(leases)
      .set({ endsAt: now + termMs })
      .where(isOfTask),
  );
}

/** Lets another node take the lease of the background at once. */
export async function releaseLease(): Promise<void> {
  if (!holdsLease() || nodes.state === null) return;
  heldUntil = 0;
  await deleteLease(background);
}

/** Once at a time on all nodes, until `dropLease`; free after a term if this node dies. False while another task holds it. */
export async function takeLease(name: string): Promise<boolean> {
  if (taken.has(name)) return false;
  taken.add(name);
  let isHeld = nodes.state === null;
  try {
    isHeld ||= await insertLease(name, Date.now());
  } finally {
    if (!isHeld) taken.delete(name);
  }
  return isHeld;
}

export async function dropLease(name: string): Promise<void> {
  if (nodes.state !== null) await deleteLease(name).catch(() => {});
  taken.delete(name);
}

export const deleteEndedLeases = (now = Date.now()) => db.delete(leases).where(lt(leases.endsAt, now));

async function insertLease(name: string, now: number): Promise<boolean> {
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
  return held !== undefined;
}

const deleteLease = (name: string) =>
  write(() => db.delete(leases).where(and(eq(leases.name, name), eq(leases.node, nodes.id))));
