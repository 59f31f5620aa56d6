import { Outlet, useLocation } from "react-router";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { page } from "../../styles/global.css.ts";
import type { Route } from "./+types/layout.ts";
import * as styles from "./admin.css.ts";
import { adminPages } from "./navigation.ts";

/** Each page inside guards itself, too: the router may load one without the frame. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return null;
}

export const clientLoader = withFallback(() => null);

/** The frame of every page under `/admin`. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  return (
    <div className={`${page} ${styles.frame}`}>
      <nav className={styles.nav} aria-label="Administration" data-links>
        {adminPages.map(([path, text]) => {
          const isCurrent = path === "/admin" ? pathname === path : pathname.startsWith(path);
          return (
            <a key={path} href={path} aria-current={isCurrent ? "page" : undefined}>
              {text}
            </a>
          );
        })}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
