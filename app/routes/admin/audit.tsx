import { desc, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { auditEntries, db, users } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { requireAdmin } from "../../auth/guards.server.ts";
import { quiet } from "../../styles/layout.css.ts";
import { formatDateTime } from "../../time/time.server.ts";
import { item } from "../../ui/list.css.ts";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/audit.ts";
import { pageSize } from "./navigation.ts";

export const handle = { title: "Audit trail", failed: "Failed to load the audit trail" };

const about = alias(users, "about");

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const rows = await db
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
    .where(lt(auditEntries.id, readIdCursor(args.url)))
    .orderBy(desc(auditEntries.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, ({ createdAt, subjectId, memberId, ...entry }) => ({
    ...entry,
    facts: [formatDateTime(createdAt), subjectId, memberId && `member ${memberId}`]
      .filter(Boolean)
      .join(" · "),
  }));
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export default function AuditTrail({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title heading>Audit trail</Title>
      <p className={quiet}>Everything that administrators did. Nobody can change or delete an entry.</p>
      <List {...loaderData} empty={["No entries here", "What you and other administrators do appears here."]}>
        {({ id, adminName, action, subject, memberName, facts }) => (
          <li key={id} className={item}>
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
            <p className={quiet}>{facts}</p>
          </li>
        )}
      </List>
    </>
  );
}
