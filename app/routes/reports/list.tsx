import { and, desc, eq, lt } from "drizzle-orm";
import { db, reports } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { narrow } from "../../styles/global.css.ts";
import { formatDateTime } from "../../time.server.ts";
import { Back } from "../../ui/back.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/list.ts";
import * as styles from "./reports.css.ts";

const pageSize = 20;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const before = parseId(url.searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const rows = await queryOrNull(context, () =>
    db
      .select({
        id: reports.id,
        subject: reports.subject,
        title: reportTitle,
        reason: reports.reason,
        createdAt: reports.createdAt,
        outcome: reports.outcome,
      })
      .from(reports)
      .where(and(eq(reports.reporterId, viewer.id), lt(reports.id, before)))
      .orderBy(desc(reports.id))
      .limit(pageSize + 1),
  );
  if (!rows) return null;
  const { page, last } = cutPage(rows, pageSize);
  return {
    reports: page.map(({ createdAt, subject, outcome, ...report }) => ({
      ...report,
      name: subjectNames[subject],
      sent: formatDateTime(createdAt),
      outcome: outcomeTexts[outcome ?? "open"],
      isOpen: outcome === null,
    })),
    olderHref: last ? `/reports?before=${last.id}` : null,
  };
}

const outcomeTexts = {
  open: "We haven't looked at it yet.",
  dismissed: "We looked at it and left it as it is. Thank you for telling us.",
  removed: "We removed it. Thank you for telling us.",
  muted: "The person who wrote it can't post at the moment. Thank you for telling us.",
};

export const clientLoader = withFallback(() => null);

/** One's own reports, and what became of them. */
export default function Reports({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Your reports</Title>
      <div>
        <Back to="/account">Account</Back>
        <h1>Your reports</h1>
      </div>
      {!loaderData && <LoadFailure text={reportTexts.loadFailed} />}
      {loaderData?.reports.length === 0 && (
        <EmptyState title="No reports">
          <p>What you report appears here, with what became of it.</p>
        </EmptyState>
      )}
      {loaderData && (
        <ul className={styles.list}>
          {loaderData.reports.map(({ id, name, title, reason, sent, outcome, isOpen }) => (
            <li key={id} className={styles.item}>
              <h2 className={styles.itemTitle}>
                <bdi>{title ?? "It is gone"}</bdi> <span className={styles.quiet}>({name})</span>
              </h2>
              <p className={styles.text}>{reason}</p>
              <p className={isOpen ? styles.open : styles.resolved}>{outcome}</p>
              <p className={styles.quiet}>{sent}</p>
            </li>
          ))}
        </ul>
      )}
      {loaderData?.olderHref && (
        <p>
          <ButtonLink to={loaderData.olderHref} variant="outline">
            Older reports
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
