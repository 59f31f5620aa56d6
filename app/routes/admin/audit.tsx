import { desc, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { auditEntries, db, users } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { EmptyState } from "../../ui/empty.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/audit.ts";
import * as styles from "./admin.css.ts";
import { OlderLinks, pageSize } from "./older.tsx";

const about = alias(users, "about");

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const before = parseId(args.url.searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await queryOrNull(args.context, () =>
    db
      .select({
        id: auditEntries.id,
        action: auditEntries.action,
        subject: auditEntries.subject,
        subjectId: auditEntries.subjectId,
        createdAt: auditEntries.createdAt,
        adminName: users.name,
        memberName: about.name,
        memberId: sql<number | null>`iif(${about.status} = 'deleted', ${about.id}, null)`,
      })
      .from(auditEntries)
      .innerJoin(users, eq(users.id, auditEntries.adminId))
      .leftJoin(about, eq(about.id, auditEntries.memberId))
      .where(lt(auditEntries.id, before))
      .orderBy(desc(auditEntries.id))
      .limit(pageSize + 1),
  );
  if (!found) return null;
  const { page, last } = cutPage(found, pageSize);
  return {
    entries: page.map(({ createdAt, subjectId, memberId, ...entry }) => ({
      ...entry,
      facts: [formatDateTime(createdAt), subjectId, memberId && `member ${memberId}`]
        .filter(Boolean)
        .join(" · "),
    })),
    older: last?.id ?? null,
  };
}

export const clientLoader = withFallback(() => null);

export default function AuditTrail({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Audit trail</Title>
      <h1>Audit trail</h1>
      <p className={styles.quiet}>
        Everything that administrators did. Nobody can change or delete an entry.
      </p>
      {!loaderData && <LoadFailure text="Failed to load the audit trail" />}
      {loaderData?.entries.length === 0 && (
        <EmptyState title="No entries here">
          <p>What you and other administrators do appears here.</p>
        </EmptyState>
      )}
      {loaderData && (
        <>
          <ol className={styles.list}>
            {loaderData.entries.map(({ id, adminName, action, subject, memberName, facts }) => (
              <li key={id} className={styles.item}>
                <p>
                  <b>
                    <bdi>{adminName}</bdi>
                  </b>{" "}
                  {action}
                  {(subject ?? memberName) && ": "}
                  {subject && <bdi>{subject}</bdi>}
                  {subject && memberName && " by "}
                  {memberName && <bdi>{memberName}</bdi>}
                </p>
                <p className={styles.quiet}>{facts}</p>
              </li>
            ))}
          </ol>
          <OlderLinks older={loaderData.older} />
        </>
      )}
    </>
  );
}
