import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { Link, useLocation } from "react-router";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import { jobReportLabels, reportTexts, subjectName } from "#app/moderation/report-texts.ts";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { db, reports, users } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { reportedPath, reportTitle } from "#db/scopes/reports.ts";
import * as styles from "../admin.css.ts";
import { pageSize } from "../navigation.ts";
import type { Route } from "./+types/reports.ts";
import { isHiddenJob } from "./report-decision.server.ts";
import { outcomes } from "./report-outcomes.ts";

export const handle = { title: "Reports", failed: reportTexts.loadFailed };

const openPath = "/admin/reports";
const decidedPath = "/admin/reports/decided";

/** The open reports or, at their own address, the decided ones, latest first. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const { resolvedAt } = reports;
  const isListed = args.url.pathname === decidedPath ? isNotNull(resolvedAt) : isNull(resolvedAt);
  const rows = await db
    .select({
      report: reports,
      id: reports.id,
      title: reportTitle,
      thing: reportedPath,
      adminName: users.name,
      isHiddenJob,
    })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.resolvedBy))
    .where(and(isListed, lt(reports.id, readIdCursor(args.url)), isReadableBy(viewer)))
    .orderBy(desc(reports.id))
    .limit(pageSize + 1);
  const { rows: shown, next } = pageOf(
    rows,
    pageSize,
    ({ id, title, thing, adminName, report, isHiddenJob }) => ({
      id,
      about: report.resolvedAt === null ? `${report.subject} ${report.subjectId}` : id,
      href: report.resolvedAt === null ? `${openPath}/${id}` : thing,
      title: title ?? "It is gone",
      name: report.subject === "mute" ? "answer to a mute" : subjectName(report.subject),
      isUrgent: report.resolvedAt === null && isHiddenJob,
      reason: report.reason,
      label: report.kind === "asks-for-money" ? jobReportLabels[report.kind] : null,
      outcome: report.resolvedAt === null ? null : (report.outcome ?? "dismissed"),
      by: adminName ?? "an administrator",
      at: formatDateTime(report.resolvedAt ?? report.createdAt),
    }),
  );
  return { rows: [...Map.groupBy(shown, ({ about }) => about).values()], next };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/**
 * The open reports of one item are one row, because they are decided together. Who sent a report is not shown, because
 * that could reveal a hidden member of an anonymous conversation.
 */
export default function AdminReports({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const isDecided = pathname === decidedPath;
  return (
    <>
      <Title>{isDecided ? "Decided reports" : "Reports"}</Title>
      <h1>Reports</h1>
      <nav className={styles.lists} aria-label="Lists">
        <Link to={openPath} aria-current={isDecided ? undefined : "page"}>
          Open
        </Link>
        <Link to={decidedPath} aria-current={isDecided ? "page" : undefined}>
          Decided
        </Link>
      </nav>
      <List
        {...loaderData}
        empty={
          isDecided
            ? ["No decided reports", "Reports that somebody has decided appear here."]
            : ["No open reports", "What members report appears here until someone has looked at it."]
        }
      >
        {(group) => <ReportRow key={group[0]?.id} group={group} />}
      </List>
    </>
  );
}

function ReportRow({ group }: { group: Route.ComponentProps["loaderData"]["rows"][number] }) {
  const [newest] = group;
  if (!newest) return null;
  const { href, title, name, label, reason, outcome, by, at, isUrgent } = newest;
  return (
    <li className={isUrgent ? styles.urgentReport : styles.report}>
      <h2 className={styles.reportTitle}>
        {href === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link to={href} dir="auto">
            {title}
          </Link>
        )}
      </h2>
      <p className={styles.reason}>{reason}</p>
      <p className={styles.reportFacts}>
        {outcome && (
          <span>
            <b className={styles.outcome[outcome]}>{outcomes[outcome]}</b> by <bdi>{by}</bdi>
          </span>
        )}
        {group.length > 1 && (
          <span>
            <b>{group.length} reports</b>
          </span>
        )}
        {isUrgent && (
          <span>
            <b>Hidden until you decide</b>
          </span>
        )}
        {label && (
          <span>
            <b>{label}</b>
          </span>
        )}
        <span className={styles.subject}>{name}</span>
        <span>{at}</span>
      </p>
    </li>
  );
}
