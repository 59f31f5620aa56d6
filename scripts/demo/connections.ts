import { connections } from "#db/index.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";

/** Connections in every state for the demo's student, and some among the others. */
export async function seedConnections({ db, members, random, now }: Demo): Promise<void> {
  const pairs = new Map<string, typeof connections.$inferInsert>();
  const connect = (askedBy: number, other: number, isAccepted: boolean) => {
    const [lowId, highId] = [Math.min(askedBy, other), Math.max(askedBy, other)];
    const createdAt = now - (pairs.size + 1) * dayMs;
    const acceptedAt = isAccepted ? createdAt + dayMs / 2 : null;
    if (askedBy !== other) pairs.set(`${lowId} ${highId}`, { lowId, highId, askedBy, acceptedAt, createdAt });
  };
  const [administrator, student, alumna, ...others] = members.map(({ id }) => id);
  if (administrator === undefined || student === undefined || alumna === undefined) return;
  connect(student, alumna, true);
  connect(administrator, alumna, true);
  for (const [index, id] of others.slice(0, 12).entries()) {
    if (index < 2) connect(id, student, false);
    else if (index < 4) connect(student, id, false);
    else if (index % 2) connect(student, id, true);
    else connect(id, student, true);
  }
  for (let count = 0; count < 80; count++) {
    const [a, b] = [
      others[Math.floor(random() * others.length)],
      others[Math.floor(random() * others.length)],
    ];
    if (a !== undefined && b !== undefined) connect(a, b, random() < 0.7);
  }
  await db.insert(connections).values([...pairs.values()]);
}
