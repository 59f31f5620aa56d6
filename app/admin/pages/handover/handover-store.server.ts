import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, handover, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import type { handoverSchema } from "./handover-input.server.ts";
import { type HandoverName, handoverLabels } from "./handover-texts.ts";

const names = Object.keys(handoverLabels) as HandoverName[];

/** The stored handover and its version, 0 before it is first saved. */
export async function loadHandover() {
  const [row] = await db.select().from(handover);
  return {
    version: String(row?.version ?? 0),
    values: Object.fromEntries(names.map((name) => [name, row?.[name] ?? ""])) as Record<
      HandoverName,
      string
    >,
  };
}

/**
 * @param version the version that the administrator has read. Undefined overwrites what is there
 * @throws HttpError 409 if it has changed since, 403 for non-administrators
 */
export async function saveHandover(
  adminId: number,
  sent: z.output<typeof handoverSchema>,
  version: number | undefined,
): Promise<void> {
  const values = Object.fromEntries(names.map((name) => [name, sent[name] ?? ""]));
  const isUnchanged =
    version === undefined ? undefined : sql`coalesce((select version from handover), 0) = ${version}`;
  const { saved, actors } = await namedBatch({
    saved: insertSelect(
      db,
      handover,
      { id: 1, ...values },
      users,
      and(eq(users.id, adminId), isActingAdmin(adminId), isUnchanged),
    )
      .onConflictDoUpdate({
        target: handover.id,
        set: { ...values, version: sql`${handover.version} + 1` },
      })
      .returning({ id: handover.id }),
    recorded: insertAuditEntry(adminId, "changed the handover"),
    actors: db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, adminId), isActingAdmin(adminId))),
  });
  if (saved.length > 0) return;
  throw actors.length > 0 ? HttpError.withCode("changed-meanwhile") : new HttpError(403);
}
