import { db, events } from "#db/index.ts";
import { eventColumns } from "#db/scopes/events.ts";

export const selectEvents = (viewer: { id: number; isAdmin: boolean } | null) =>
  db.select(eventColumns(viewer)).from(events);

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];
