import { and, desc, eq, lt } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { item } from "#app/ui/list.css.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { db, reports } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { reportTexts, subjectName } from "../report-texts.ts";
import type { Route } from "./+types/list.ts";
import * as styles from "./reports.css.ts";

export const handle = { title: "Your reports", failed: reportTexts.loadFailed };

const pageSize = 20;
const stateTexts = {
  open: "Open",
  dismissed: "Left up",
  removed: "Removed",
  lifted: "Lifted",
  muted: "Author muted",
  restored: "Brought back",
};
const outcomeTexts = {
  open: "We haven't looked at it yet.",
  dismissed: "We looked at it and decided to leave it up. Thank you for telling us.",
  removed: "We removed it. Thank you for telling us.",
  lifted: "We lifted it: you can post again.",
  muted: "The person who wrote it can't post at the moment. Thank you for telling us.",
};

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const rows = await db
    .select({ report: reports, id: reports.id, title: reportTitle })
    .from(reports)
    .where(and(eq(reports.reporterId, viewer.id), lt(reports.id, readIdCursor(args.url))))
    .orderBy(desc(reports.id))
    .limit(pageSize + 1);
  return pageOf(
    rows,
    pageSize,
    ({ id, title, report: { subject, reason, outcome, createdAt, restoredAt } }) => ({
      id,
      title: title ?? "No longer available",
      name: subjectName(subject),
      reason,
      outcome:
        subject === "mute" && outcome === "dismissed"
          ? "We read your answer and decided to keep the mute."
          : restoredAt === null
            ? outcomeTexts[outcome ?? "open"]
            : "We removed it, looked at it again, and brought it back. Thank you for telling us.",
      state:
        subject === "mute" && outcome === "dismissed"
          ? "Kept"
          : stateTexts[restoredAt === null ? (outcome ?? "open") : "restored"],
      isOpen: outcome === null,
      sent: formatDateTime(createdAt),
    }),
  );
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** The member's own reports and their outcomes. */
export default function Reports({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Your reports</Title>
      <div>
        <Back to="/account">Account</Back>
        <h1>Your reports</h1>
      </div>
      <List
        {...loaderData}
        className={styles.list}
        empty={["No reports", "Your reports appear here, with their outcome."]}
      >
        {({ id, name, title, reason, sent, state, outcome, isOpen }) => (
          <li key={id} className={item}>
            <div>
              <h2 className={styles.itemTitle}>
                <bdi>{title}</bdi>
              </h2>
              <p className={styles.facts}>
                <b className={isOpen ? styles.open : styles.resolved}>{state}</b>
                <span>{`Sent ${sent}`}</span>
                <span>{name}</span>
              </p>
            </div>
            <p className={styles.reason}>{reason}</p>
            <p className={styles.outcome}>{outcome}</p>
          </li>
        )}
      </List>
    </div>
  );
}
