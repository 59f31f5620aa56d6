import { Link } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { questionPath } from "../slug.ts";
import type { Route } from "./+types/history.ts";
import { redirectFromMerged, requirePost } from "./find-post.server.ts";
import { pageSize, selectChanges } from "./history.server.ts";
import * as styles from "./questions.css.ts";

export const handle = { title: "History of a question", failed: "Failed to load the history" };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { question } = await requirePost(viewer, args.params.id, new URL(args.url.origin)).catch(
    redirectFromMerged(args.context),
  );
  const rows = await selectChanges(question.id, viewer, readIdCursor(args.url));
  return { title: question.title, path: questionPath(question), ...pageOf(rows, pageSize, present) };
}

type Change = Awaited<ReturnType<typeof selectChanges>>[number];

const present = ({ id, answerId, replacedAt, who, ...row }: Change) => ({
  id,
  what: `${who} changed ${answerId === null ? "the question" : "an answer"}, ${formatDateTime(replacedAt)}`,
  parts: [
    ...(answerId === null
      ? [["Title", row.title, row.newTitle] as const, ["Tags", row.tags, row.newTags] as const]
      : []),
    ["Text", row.body, row.newBody] as const,
  ].filter(([, old, current]) => old !== current),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function History({ loaderData: { title, path, rows, next } }: Route.ComponentProps) {
  return (
    <div className={styles.thing}>
      <Title>{handle.title}</Title>
      <h1>History</h1>
      <p>
        <Link to={path} dir="auto">
          {title}
        </Link>
      </p>
      <List
        scene="lead"
        rows={rows}
        next={next}
        empty={["Nothing was changed", "The question and its answers are as they were written."]}
        className={stack[4]}
      >
        {({ id, what, parts }) => (
          <li key={id} className={styles.part}>
            <h2 className={quiet}>{what}</h2>
            {parts.map(([name, old, current]) => (
              <div key={name}>
                <b>{name}</b>
                <p className={styles.version}>
                  <del>{old}</del>
                </p>
                <p className={styles.version}>
                  <ins>{current}</ins>
                </p>
              </div>
            ))}
          </li>
        )}
      </List>
    </div>
  );
}
