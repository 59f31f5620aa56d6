import { and, desc, eq, isNotNull, lt } from "drizzle-orm";
import { db, reports, users } from "#db/index.ts";
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
import type { Route } from "./+types/reports-decided.ts";
import * as styles from "./admin.css.ts";
import { OlderLinks, pageSize } from "./older.tsx";
import { ReportLists } from "./report-lists.tsx";

const outcomes = { dismissed: "Dismissed", removed: "Removed", muted: "Author muted" } as const;

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
        outcome: reports.outcome,
        resolvedAt: reports.resolvedAt,
        adminName: users.name,
      })
      .from(reports)
      .leftJoin(users, eq(users.id, reports.resolvedBy))
      .where(and(isNotNull(reports.resolvedAt), lt(reports.id, before)))
      .orderBy(desc(reports.id))
      .limit(pageSize + 1),
  );
  if (!found) return null;
  const { page, last } = cutPage(found, pageSize);
  return {
    reports: page.map(({ subject, outcome, resolvedAt, adminName, ...report }) => ({
      ...report,
      name: subjectNames[subject],
      decision: `${outcomes[outcome ?? "dismissed"]} by ${adminName ?? "an administrator"}, ${formatDateTime(resolvedAt ?? 0)}`,
    })),
    older: last?.id ?? null,
  };
}

export const clientLoader = withFallback(() => null);

/** The reports that are decided, the latest to be sent first. */
export default function DecidedReports({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Decided reports</Title>
      <h1>Reports</h1>
      <ReportLists />
      {!loaderData && <LoadFailure text={reportTexts.loadFailed} />}
      {loaderData?.reports.length === 0 && (
        <EmptyState title="No decided reports">
          <p>Reports that an administrator has decided appear here.</p>
        </EmptyState>
      )}
      {loaderData && (
        <>
          <ul className={styles.list}>
            {loaderData.reports.map(({ id, name, title, reason, decision }) => (
              <li key={id} className={styles.item}>
                <h2 className={styles.itemTitle}>
                  <bdi>{title ?? "It is gone"}</bdi> <span className={styles.quiet}>({name})</span>
                </h2>
                <p className={styles.text}>{reason}</p>
                <p className={styles.quiet}>{decision}</p>
              </li>
            ))}
          </ul>
          <OlderLinks older={loaderData.older} />
        </>
      )}
    </>
  );
}
