import { and, isNull, type Placeholder, sql } from "drizzle-orm";
import { connections } from "../schema/users.ts";

/** The member who was asked. Spelled like its index. */
export const recipientId = sql<number>`low_id + high_id - asked_by`;

export const isPending = isNull(connections.acceptedAt);

export const isPendingFor = (viewerId: number | Placeholder) =>
  and(sql`${recipientId} = ${viewerId}`, isPending);
