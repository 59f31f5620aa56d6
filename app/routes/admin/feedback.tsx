import { desc, lt } from "drizzle-orm";
import { db, feedback } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { EmptyState } from "../../ui/empty.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/feedback.ts";
import * as styles from "./admin.css.ts";
import { OlderLinks, pageSize } from "./older.tsx";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const before = parseId(args.url.searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await queryOrNull(args.context, () =>
    db
      .select()
      .from(feedback)
      .where(lt(feedback.id, before))
      .orderBy(desc(feedback.id))
      .limit(pageSize + 1),
  );
  if (!found) return null;
  const { page, last } = cutPage(found, pageSize);
  return {
    feedback: page.map(({ createdAt, ...row }) => ({ ...row, written: formatDateTime(createdAt) })),
    older: last?.id ?? null,
  };
}

export const clientLoader = withFallback(() => null);

export default function AdminFeedback({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Feedback</Title>
      <h1>Feedback</h1>
      {!loaderData && <LoadFailure text="Failed to load feedback" />}
      {loaderData?.feedback.length === 0 && (
        <EmptyState title="No feedback here">
          <p>What visitors write on the home page appears here.</p>
        </EmptyState>
      )}
      {loaderData && (
        <>
          <ul className={styles.list}>
            {loaderData.feedback.map(({ id, name, text, written }) => (
              <li key={id} className={styles.item}>
                <p className={styles.text}>{text}</p>
                <p className={styles.quiet}>
                  {name ?? "Without a name"} · {written}
                </p>
              </li>
            ))}
          </ul>
          <OlderLinks older={loaderData.older} />
        </>
      )}
    </>
  );
}
