import { setTimeout as wait } from "node:timers/promises";
import { and, eq, inArray, lt, or } from "drizzle-orm";
import { db, leases, write } from "#db/index.ts";
import { dayMs } from "../time/durations.ts";
import type { Leases } from "./interfaces.server.ts";
import { nodes } from "./nodes.server.ts";

/** A node whose row has not changed for this long, by the observer's clock, has died. */
const termMs = 15_000;
const marginMs = 3_000;
const renewalMs = 5_000;
const background = "background";

const taken = new Set<string>();

/** Other nodes' rows, and since when each has been unchanged on this node's monotonic clock. */
const seen = new Map<string, { node: string; endsAt: number; since: number }>();
const maxSeen = 1_000;

let heldUntil = 0;
let terms = 0;

const holdsLease = (): boolean => performance.now() < heldUntil;

/** @param endsAt servers of the last release compare it with their clocks; here it only has to change */
async function renewLeases(endsAt = Date.now() + termMs): Promise<void> {
  const end = performance.now() + termMs - marginMs;
  const isHeld = await insertLease(background, endsAt);
  if (isHeld && !holdsLease()) terms++;
  heldUntil = isHeld ? end : 0;
  if (taken.size === 0) return;
  const isOfTask = and(eq(leases.node, nodes.id), inArray(leases.name, [...taken]));
  await write(() => db.update(leases).set({ endsAt }).where(isOfTask));
}

/** Without NATS only one server may use a database. */
async function requireAlone(): Promise<void> {
  if (nodes.state !== null) return;
  for (let first: number | undefined; ; await wait(renewalMs / 2)) {
    await renewLeases();
    const other = seen.get(background);
    if (holdsLease() || !other) return;
    first ??= other.since;
    if (other.since === first) continue;
    throw new Error("Store: another server uses this database. Several need NATS_URL (docs/cluster.md).");
  }
}

async function releaseLease(): Promise<void> {
  if (!holdsLease()) return;
  heldUntil = 0;
  await deleteLease(background);
}

async function takeLease(name: string): Promise<boolean> {
  if (taken.has(name)) return false;
  taken.add(name);
  let isHeld = nodes.state === null;
  try {
    isHeld ||= await insertLease(name);
  } finally {
    if (!isHeld) taken.delete(name);
  }
  return isHeld;
}

async function dropLease(name: string): Promise<void> {
  if (nodes.state !== null) await deleteLease(name).catch(() => {});
  taken.delete(name);
}

async function insertLease(name: string, endsAt = Date.now() + termMs): Promise<boolean> {
  const mine = { node: nodes.id, endsAt };
  const isMine = eq(leases.node, mine.node);
  const last = seen.get(name);
  const hasDied =
    last && performance.now() - last.since >= termMs
      ? and(eq(leases.node, last.node), eq(leases.endsAt, last.endsAt))
      : undefined;
  const [[held], [row]] = await db.batch([
    db
      .insert(leases)
      .values({ name, ...mine })
      .onConflictDoUpdate({
        target: leases.name,
        set: mine,
        setWhere: or(isMine, hasDied) ?? isMine,
      })
      .returning({ node: leases.node }),
    db.select().from(leases).where(eq(leases.name, name)),
  ]);
  if (held) seen.delete(name);
  else if (row && (row.node !== last?.node || row.endsAt !== last.endsAt)) {
    seen.delete(name);
    seen.set(name, { node: row.node, endsAt: row.endsAt, since: performance.now() });
    const [oldest] = seen.keys();
    if (seen.size > maxSeen && oldest !== undefined) seen.delete(oldest);
  }
  return held !== undefined;
}

const deleteLease = (name: string) =>
  write(() => db.delete(leases).where(and(eq(leases.name, name), eq(leases.node, nodes.id))));

export const sharedLeases: Leases = {
  holds: holdsLease,
  term: () => terms,
  renew: renewLeases,
  requireAlone,
  release: releaseLease,
  take: takeLease,
  drop: dropLease,
  async deleteEnded() {
    await write(() => db.delete(leases).where(lt(leases.endsAt, Date.now() - dayMs)));
  },
};
