import type { SQL } from "drizzle-orm";
import { canReadReport, type ReportReader } from "#db/scopes/reports.ts";
import { getDayKey, hashAuthor } from "./day-key.server.ts";

/**
 * The member as a reader of reports. The hash keeps them from reading reports about their own lines in the anonymous
 * room.
 */
export function toReportReader(id: number): ReportReader & { hash: string } {
  const key = getDayKey();
  return { id, day: key.day, hash: hashAuthor(key, id).toString("hex") };
}

/** On `reports`: whether an administrator or moderator may read and decide it. */
export const isReadableBy = ({ id }: { id: number }): SQL => canReadReport(toReportReader(id));
