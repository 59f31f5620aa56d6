import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { withFallback } from "#app/ui/client/requests.ts";
import { page } from "#app/ui/styles/global.css.ts";
import type { Route } from "./+types/layout.ts";
import * as styles from "./admin.css.ts";
import { adminPages, moderatorPages } from "./navigation.ts";
import { countOpenTasks } from "./open-tasks.server.ts";

/** How much of the previous link remains visible. */
const startPx = 32;

/** Each page also checks access itself, because the router may load one without this layout. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const openTasks = await queryOrNull(args.context, () => countOpenTasks(viewer));
  return { openTasks, isAdmin: viewer.isAdmin };
}

export const clientLoader = withFallback(() => null);

/** The layout of every page under `/admin`. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const openTasks = loaderData?.openTasks;
  const pages = adminPages.filter(([path]) => loaderData?.isAdmin || moderatorPages.includes(path));
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - startPx });
  }, [pathname]);
  return (
    <div className={`${page} ${styles.frame}`}>
      <nav ref={nav} className={styles.nav} aria-label="Administration" data-client-nav>
        {pages.map(([path, text]) => {
          // The overview alone links to the texts and the poster.
          const isCurrent =
            path === "/admin"
              ? ["/admin", "/admin/texts", "/admin/poster"].includes(pathname)
              : pathname.startsWith(path);
          return (
            <a key={path} href={path} aria-current={isCurrent ? "page" : undefined}>
              {text}
              {openTasks && Object.hasOwn(openTasks, path) && (
                <Badge count={openTasks[path as keyof typeof openTasks]} label="waiting" />
              )}
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
