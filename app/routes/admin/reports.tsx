import { and, desc, isNull, lt } from "drizzle-orm";
import { db, reports } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { formatDateTime } from "../../time.server.ts";
import { EmptyState } from "../../ui/empty.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/reports.ts";
import * as styles from "./admin.css.ts";
import { OlderLinks, pageSize } from "./older.tsx";
import { ReportLists } from "./report-lists.tsx";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const before = parseId(args.url.searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await queryOrNull(args.context, () =>
    db
      .select({
        id: reports.id,
        subject: reports.subject,
        title: reportTitle,
        reason: reports.reason,
        createdAt: reports.createdAt,
      })
      .from(reports)
      .where(and(isNull(reports.resolvedAt), lt(reports.id, before)))
      .orderBy(desc(reports.id))
      .limit(pageSize + 1),
  );
  if (!found) return null;
  const { page, last } = cutPage(found, pageSize);
  return {
    reports: page.map(({ createdAt, subject, ...report }) => ({
      ...report,
      name: subjectNames[subject],
      sent: formatDateTime(createdAt),
    })),
    older: last?.id ?? null,
  };
}

export const clientLoader = withFallback(() => null);

/** The open reports. Nobody sees who sent them: in an anonymous conversation that could tell who is hidden. */
export default function AdminReports({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Reports</Title>
      <h1>Reports</h1>
      <ReportLists />
      {!loaderData && <LoadFailure text={reportTexts.loadFailed} />}
      {loaderData?.reports.length === 0 && (
        <EmptyState title="No open reports">
          <p>What members report appears here until someone has looked at it.</p>
        </EmptyState>
      )}
      {loaderData && (
        <>
          <ul className={styles.list} data-client-nav>
            {loaderData.reports.map(({ id, name, title, reason, sent }) => (
              <li key={id} className={styles.item}>
                <h2 className={styles.itemTitle}>
                  <a href={`/admin/reports/${id}`} dir="auto">
                    {title ?? "It is gone"}
                  </a>{" "}
                  <span className={styles.quiet}>({name})</span>
                </h2>
                <p className={styles.text}>{reason}</p>
                <p className={styles.quiet}>{sent}</p>
              </li>
            ))}
          </ul>
          <OlderLinks older={loaderData.older} />
        </>
      )}
    </>
  );
}
