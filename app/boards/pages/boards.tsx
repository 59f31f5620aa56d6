import { Link } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow, touchable } from "#app/ui/styles/global.css.ts";
import { padded, quiet, spread, stack } from "#app/ui/styles/layout.css.ts";
import { listTitles, mayCreate } from "../boards.server.ts";
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
  const rows = await listTitles();
  return {
    canCreate: viewer !== null && (await mayCreate(viewer)),
    rows: rows.map(({ slug, title, ...row }) => ({ slug, title, ...presentFacts(row) })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Boards({ loaderData: { canCreate, rows } }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <NoIndex />
      <div className={spread}>
        <div>
          <Title heading>Boards</Title>
          <p className={quiet}>Timetables, exam dates, menus, buses and contacts that somebody keeps.</p>
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
        {({ slug, title, facts, isOld }) => (
          <li key={slug} className={styles.listed}>
            <Link to={`/boards/${slug}`} dir="auto" className={touchable}>
              {title}
            </Link>
            <span className={quiet}>
              {isOld && "Past its date · "}
              {facts}
            </span>
          </li>
        )}
      </List>
    </div>
  );
}
