import { desc, lt } from "drizzle-orm";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { item } from "#app/ui/list.css.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { prose, quiet } from "#app/ui/styles/layout.css.ts";
import { db, feedback } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import type { Route } from "./+types/feedback.ts";
import { pageSize } from "./navigation.ts";

export const handle = { title: "Feedback", failed: "Failed to load feedback" };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const rows = await db
    .select()
    .from(feedback)
    .where(lt(feedback.id, readIdCursor(args.url)))
    .orderBy(desc(feedback.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, ({ createdAt, ...row }) => ({ ...row, written: formatDateTime(createdAt) }));
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function AdminFeedback({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title heading>Feedback</Title>
      <List
        {...loaderData}
        empty={["No feedback here", "What visitors write on the home page appears here."]}
      >
        {({ id, name, text, written }) => (
          <li key={id} className={item}>
            <p className={prose}>{text}</p>
            <p className={quiet}>
              {name ?? "Without a name"} · {written}
            </p>
          </li>
        )}
      </List>
    </>
  );
}
