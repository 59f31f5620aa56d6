import { Link } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { formatShortDay, timeAgo } from "#app/platform/time/time.server.ts";
import { IconBadge } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { mayCreate, selectTitles } from "../boards.server.ts";
import { presentFacts } from "../present.server.ts";
import { boardTexts } from "../rules.ts";
import type { Route } from "./+types/boards.ts";
import * as styles from "./boards.css.ts";
import { NoIndex } from "./no-index.tsx";

export const handle = {
  title: "Boards",
  failed: boardTexts.loadFailed,
  scripts: "members",
  cache: { params: [], varyBy: "guests" },
  offline: "offline",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const rows = await selectTitles(viewer);
  const keepsAll = rows.every(({ isKeeper }) => isKeeper);
  return {
    canCreate: viewer !== null && (await mayCreate(viewer)),
    keepsAll,
    rows: rows.map(({ slug, title, line, isPinned, isKeeper, ...row }) => {
      const { icon, isOld } = presentFacts(row);
      return {
        slug,
        title,
        icon,
        line: isOld ? null : line,
        isOld,
        facts: [
          ...(row.until && !isOld ? [`until ${formatShortDay(row.until)}`] : []),
          `changed ${timeAgo(row.updatedAt)}`,
          ...(isKeeper && !keepsAll ? ["you keep it"] : isPinned ? ["pinned"] : []),
        ],
      };
    }),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Boards({ loaderData: { canCreate, keepsAll, rows } }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <NoIndex />
      <div className={styles.head}>
        <div>
          <Title heading>Boards</Title>
          <p className={quiet}>
            Timetables, exam dates, menus, buses and contacts that{" "}
            {keepsAll && rows.length > 0 ? "you keep" : "somebody keeps"}.
          </p>
        </div>
        {canCreate && <ButtonLink to="/boards/new">New board</ButtonLink>}
      </div>
      <List
        rows={rows}
        next={null}
        scene="table"
        className={styles.list}
        empty={["No boards yet", "Announcers and administrators create them."]}
      >
        {({ slug, title, icon, line, isOld, facts }) => (
          <li key={slug} className={styles.row}>
            <IconBadge icon={icon} size="md" />
            <div>
              <h2 className={styles.rowTitle}>
                <Link to={`/boards/${slug}`} dir="auto">
                  {title}
                </Link>
              </h2>
              {line && (
                <p className={styles.today}>
                  <b>Today</b> <span dir="auto">{line.replaceAll(" · ", "\u00a0· ")}</span>
                </p>
              )}
              <p className={styles.facts}>
                {isOld && <b className={styles.pastDate}>Past its date</b>}
                {facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </p>
            </div>
          </li>
        )}
      </List>
    </div>
  );
}
