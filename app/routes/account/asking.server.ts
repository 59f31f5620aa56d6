import { eq } from "drizzle-orm";
import { db, users, write } from "#db/index.ts";
import type { Told } from "../../ui/told.tsx";

/** Stores whether others may ask a member, and returns what is told of it. */
export async function saveAsking(userId: number, allowAsking: boolean): Promise<Told> {
  await write(() => db.update(users).set({ allowAsking }).where(eq(users.id, userId)));
  const text = allowAsking ? "Others may ask you." : "Nobody asks you any more.";
  return { text, at: "asking" };
}
