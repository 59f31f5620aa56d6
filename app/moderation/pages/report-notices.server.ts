import { and, eq, type SQL, sql } from "drizzle-orm";
import { toReportReader } from "#app/anonymous/report-readers.server.ts";
import { notify } from "#app/notices/notify.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, users } from "#db/index.ts";
import { canReadReport } from "#db/scopes/reports.ts";

const maxModerators = 1_000;

/** The moderators who may be notified of a report. */
export async function listReportReaders() {
  const moderators = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`is_moderator = 1`)
    .limit(maxModerators);
  return moderators.map(({ id }) => toReportReader(id));
}

export type ReportReaders = Awaited<ReturnType<typeof listReportReaders>>;

/** The statement directly after the one that stores a report. It notifies everybody who may read the report. */
export const notifyOfReport = (readers: ReportReaders, now = Date.now()) =>
  notifyReaders(readers, { subject: "", condition: sql`changes() > 0`, now });

interface ReaderNotice {
  subject: string;
  facts?: SQL;
  condition: SQL | undefined;
  now: number;
}

/** Notifies administrators, and the moderators who may read the newest report. */
export function notifyReaders(
  readers: ReportReaders,
  { subject, facts, condition, now }: ReaderNotice,
  source: SQL = sql`${users}`,
) {
  const reader = {
    id: sql`users.id`,
    day: readers[0]?.day ?? today(now),
    hash: sql`reader.value ->> 'hash'`,
  };
  return notify(
    { kind: "admin-reports", userId: sql`users.id`, subject, now, ...(facts && { facts }) },
    source,
    and(
      condition,
      sql`users.id in (select id from users where is_admin = 1 and id > 0
        union all select id from users where is_moderator = 1 and id > 0)`,
      eq(users.status, "active"),
      sql`(users.is_admin = 1 or exists (select 1 from json_each(${JSON.stringify(readers)}) as reader
        join reports on reports.id = (select max(id) from reports)
        where reader.value ->> 'id' = users.id and ${canReadReport(reader)}))`,
    ),
  );
}
