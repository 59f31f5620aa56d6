import { nameTimeZone, toLocalInput } from "#app/events/times.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { respondWithCsv, toCsvLine } from "#app/platform/http/csv.server.ts";
import type { Route } from "./+types/audit-csv.ts";
import { listAuditEntries, readAuditFilter } from "./audit-entries.server.ts";
import type { AuditFilter } from "./audit-filter.ts";

const pageSize = 500;
/** More rows than a spreadsheet handles well. A single month has fewer. */
const maxEntries = 50_000;

/** The entries that the page shows for the same query, as a CSV file, with one page of them in memory at a time. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return respondWithCsv("audit-trail.csv", writeLines(readAuditFilter(args.url)));
}

async function* writeLines(filter: AuditFilter): AsyncGenerator<string> {
  const time = `Time (${nameTimeZone(env.TIME_ZONE)})`;
  yield toCsvLine([time, "Who", "Did", "What", "Member", "Number", "Details"]);
  let before = Number.MAX_SAFE_INTEGER;
  for (let written = 0; written < maxEntries; written += pageSize) {
    const entries = await listAuditEntries(filter, before, pageSize);
    yield entries
      .map(({ createdAt, adminName, action, subject, memberName, memberId, subjectId, detail }) =>
        toCsvLine([
          toLocalInput(createdAt, env.TIME_ZONE).replace("T", " "),
          adminName,
          action,
          subject ?? "",
          memberName ?? "",
          String(memberId ?? subjectId ?? ""),
          detail ?? "",
        ]),
      )
      .join("");
    const last = entries.at(-1);
    if (!last || entries.length < pageSize) return;
    before = last.id;
  }
}
