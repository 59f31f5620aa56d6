import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { db, reports, users } from "#db/index.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { formatFileSize } from "../../schemas/resource-rules.ts";
import { findLastBackup } from "../../store/schedule.server.ts";
import { measureStorage } from "../../store/size.server.ts";
import { formatDateTime, timeAgo } from "../../time.server.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/overview.ts";
import * as styles from "./admin.css.ts";

/** Counting stops here: docs/decisions/0006-counting-stops.md. */
const maxCount = 10_000;

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const figures = await queryOrNull(args.context, async () => {
    const [[[members], [open]], storage, lastBackup] = await Promise.all([
      db.batch([
        countRows(sql`${users} where ${eq(users.status, "active")}`),
        countRows(sql`${reports} where ${isNull(reports.resolvedAt)}`),
      ]),
      measureStorage(),
      findLastBackup(),
    ]);
    return { members: formatCount(members?.count), open: formatCount(open?.count), storage, lastBackup };
  });
  if (!figures) return null;
  const { storage, lastBackup, ...counts } = figures;
  return {
    ...counts,
    used: formatFileSize(storage.database + storage.uploads),
    parts: `Database ${formatFileSize(storage.database)}, uploads ${formatFileSize(storage.uploads)}`,
    free: `${formatFileSize(storage.free)} free`,
    lastBackup: lastBackup === null ? null : { at: formatDateTime(lastBackup), age: timeAgo(lastBackup) },
  };
}

const countRows = (rows: SQL) =>
  db.select({ count: sql<number>`count(*)` }).from(sql`(select 1 from ${rows} limit ${maxCount + 1})`);

const formatCount = (count = 0) => (count > maxCount ? "10,000+" : String(count));

export const clientLoader = withFallback(() => null);

export default function Overview({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Administration</Title>
      <h1>Overview</h1>
      {loaderData ? (
        <dl className={styles.figures}>
          <Figure
            name="Open reports"
            value={loaderData.open === "0" ? "0" : <Link to="/admin/reports">{loaderData.open}</Link>}
          />
          <Figure name="Members" value={loaderData.members} />
          <Figure name="Storage used" value={loaderData.used} notes={[loaderData.parts, loaderData.free]} />
          <Figure
            name="Last backup"
            value={loaderData.lastBackup?.at ?? "None yet"}
            notes={loaderData.lastBackup ? [loaderData.lastBackup.age] : []}
          />
        </dl>
      ) : (
        <LoadFailure text="Failed to load the overview" />
      )}
    </>
  );
}

function Figure({ name, value, notes = [] }: { name: string; value: ReactNode; notes?: string[] }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {notes.map((note) => (
        <dd key={note}>{note}</dd>
      ))}
    </div>
  );
}
