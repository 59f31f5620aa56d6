import { Link } from "react-router";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { formatDateTime, today } from "#app/platform/time/time.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { prose, quiet } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import * as styles from "../admin.css.ts";
import { pageSize } from "../navigation.ts";
import type { Route } from "./+types/audit.ts";
import { isForModerator, listAuditEntries, readAuditFilter } from "./audit-entries.server.ts";
import { auditQuery } from "./audit-filter.ts";
import { Filter } from "./audit-filter.tsx";

export const handle = { title: "Audit trail", failed: "Failed to load the audit trail" };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const filter = readAuditFilter(args.url);
  limitListSearch(viewer, getRequestContext(args.context), filter);
  const rows = await listAuditEntries(
    filter,
    readIdCursor(args.url),
    pageSize + 1,
    viewer.isAdmin ? undefined : isForModerator(viewer),
  );
  const page = pageOf(rows, pageSize, ({ createdAt, subjectId, isMemberDeleted, ...entry }) => ({
    ...entry,
    facts: [formatDateTime(createdAt), subjectId, isMemberDeleted && `member ${entry.memberId}`]
      .filter(Boolean)
      .join(" · "),
  }));
  return { filter, page, thisMonth: today().slice(0, 7), isAdmin: viewer.isAdmin };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function AuditTrail({
  loaderData: { filter, page, thisMonth, isAdmin },
}: Route.ComponentProps) {
  const isFiltered = auditQuery(filter) !== "";
  return (
    <>
      <Title>Audit trail</Title>
      <div className={styles.head}>
        <div>
          <h1>Audit trail</h1>
          <p className={quiet}>
            {isAdmin
              ? "Everything that administrators and moderators did."
              : "Decisions about reports, mutes and what was removed."}{" "}
            Nobody can change or delete an entry.
          </p>
        </div>
        {isAdmin && (
          <ButtonLink to={`/admin/audit.csv${auditQuery(filter)}`} variant="outline" reloadDocument>
            Download as CSV
          </ButtonLink>
        )}
      </div>
      <Filter filter={filter} thisMonth={thisMonth} />
      <List
        {...page}
        filterNames={Object.keys(filter)}
        empty={
          isFiltered
            ? ["No such entries", "Try another person, kind or month."]
            : ["No entries here", "What you and the others in the administration do appears here."]
        }
      >
        {({ id, adminId, adminName, action, subject, memberId, memberName, detail, facts }) => (
          <li key={id} className={styles.entry}>
            <p>
              <b>
                <PersonLink id={adminId} name={adminName} className={styles.nameLink} />
              </b>{" "}
              {action}
              {(subject ?? memberName) && ": "}
              {subject && <bdi>{subject}</bdi>}
              {subject && memberName && " by "}
              {memberName && memberId && <PersonLink id={memberId} name={memberName} />}
            </p>
            {detail && <p className={`${prose} ${styles.subject}`}>{detail}</p>}
            <p className={quiet}>{facts}</p>
          </li>
        )}
      </List>
    </>
  );
}

/** A link to all entries by or about a person. */
const PersonLink = ({ id, name, className }: { id: number; name: string; className?: string }) => (
  <Link to={`/admin/audit?person=${id}`} dir="auto" className={className}>
    {name}
  </Link>
);
