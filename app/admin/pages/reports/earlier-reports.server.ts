import { and, desc, or, type SQL, sql } from "drizzle-orm";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import { subjectName } from "#app/moderation/report-texts.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { db, reports } from "#db/index.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { anonymousKinds, type ReportSubject } from "#db/vocabulary.ts";
import { outcomes } from "./report-outcomes.ts";

const maxShown = 10;

/**
 * Other reports about the author of a reported item, latest first. A member's key finds reports of named posts, an
 * alias finds reports of that alias's posts, and neither reveals the other.
 * @param muteKey the id of a member or an alias. A guest of the room has no earlier reports
 */
export async function listEarlierReports(
  viewer: Viewer,
  muteKey: string,
  { subject, subjectId }: { subject: ReportSubject; subjectId: string },
) {
  const isAbout = isAboutAuthor(muteKey);
  if (!isAbout) return { shown: [], hasMore: false };
  const rows = await db
    .select({ report: reports, id: reports.id, title: reportTitle })
    .from(reports)
    .where(
      and(
        isAbout,
        isReadableBy(viewer),
        sql`${reports.subject} <> 'mute'`,
        // Open reports of the same item are already shown above.
        sql`not (${reports.subject} = ${subject} and ${reports.subjectId} = ${subjectId} and ${reports.resolvedAt} is null)`,
      ),
    )
    .orderBy(desc(reports.id))
    .limit(maxShown + 1);
  const shown = rows.slice(0, maxShown).map(({ report, id, title }) => ({
    id,
    title: title ?? "It is gone",
    name: subjectName(report.subject),
    fact: `${report.outcome ? outcomes[report.outcome] : "Open"}, reported ${formatDateTime(report.createdAt)}`,
    isOpen: report.resolvedAt === null,
  }));
  return { shown, hasMore: rows.length > maxShown };
}

function isAboutAuthor(muteKey: string): SQL | undefined {
  const id = parseId(muteKey);
  const isOf = (subject: ReportSubject, ids: SQL) =>
    sql`(${reports.subject} = ${subject} and ${reports.subjectId} in ${ids})`;
  if (id !== null) return or(sql`${reports.authorId} = ${id}`, isOf("user", sql`(${String(id)})`));
  if (!muteKey.startsWith("anon_")) return undefined;
  const written = (table: string) =>
    sql`(select cast(made.id as text) from ${sql.raw(table)} as made where made.alias = ${muteKey})`;
  return or(
    isOf("alias", sql`(${muteKey})`),
    ...anonymousKinds.map((kind) => isOf(kind, written(`${kind}s`))),
    isOf(
      "message",
      sql`(select cast(said.id as text) from conversations as place join messages as said
        on said.conversation_id = place.id and said.sender_id = place.a_id where place.alias = ${muteKey})`,
    ),
  );
}
