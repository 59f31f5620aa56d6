import { and, gt, sql } from "drizzle-orm";
import { useContext, useEffect } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { db, messages, users } from "#db/index.ts";
import { isUnseenBy } from "#db/scopes/messages.ts";
import type { Route } from "./+types/root.ts";
import { getViewer, type Viewer } from "./auth/session.server.ts";
import { env } from "./env.server.ts";
import { readCookie } from "./http/cookies.server.ts";
import { getRequestContext } from "./http/request-context.server.ts";
import { hub } from "./realtime/hub.server.ts";
import { RealtimeProvider } from "./realtime/provider.tsx";
import { ErrorPage } from "./routes/shell/error-page.tsx";
import { Footer } from "./routes/shell/footer.tsx";
import { Header } from "./routes/shell/header.tsx";
import { Progress } from "./routes/shell/progress.tsx";
import * as styles from "./routes/shell/shell.css.ts";
import { loadOr } from "./ui/client-requests.ts";
import { SiteContext } from "./ui/page.tsx";
import { Toasts } from "./ui/toast.tsx";
import "./styles/global.css.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const theme = readCookie(request, "theme");
  const chosen: "light" | "dark" | null = theme === "light" || theme === "dark" ? theme : null;
  return data({
    site: { name: env.SITE_NAME, college: env.COLLEGE_NAME ?? null },
    theme: chosen,
    requestId: getRequestContext(context).id,
    origin: getRequestContext(context).origin,
    viewer: viewer && {
      id: String(viewer.id),
      name: viewer.name,
      avatarUrl: viewer.avatarFile && `/files/avatars/${viewer.avatarFile}`,
      // A page without its bell is better than no page.
      unread: await unreadCount(viewer).catch(() => 0),
    },
  });
}

/** The shell on the screen, which stays when the server cannot be reached. */
let shownShell: Awaited<ReturnType<typeof loader>>["data"] | undefined;

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, shownShell);

/** Unseen messages that are newer than the last moment a messages page was open; past 100 nobody counts. */
async function unreadCount(viewer: Viewer): Promise<number> {
  if (hub.isOnMessagesPage(viewer.id)) return 0;
  const opened = sql`(select ${users.messagesOpenedAt} from ${users} where ${users.id} = ${viewer.id})`;
  const unseen = db
    .select({ one: sql`1`.as("one") })
    .from(messages)
    .where(and(isUnseenBy(viewer.id), gt(messages.sentAt, opened)))
    .limit(100);
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(unseen.as("unseen"));
  return row?.count ?? 0;
}

/** The shell changes when something was posted, when the messages pages are entered or left, and when it is asked to. */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const aboutMessages = [currentUrl, nextUrl].some((url) => url.pathname.startsWith("/messages"));
  const isAsked = currentUrl.href === nextUrl.href;
  return (formMethod !== undefined && formMethod !== "GET") || aboutMessages || isAsked;
}

/**
 * What a route says of itself: `noJs` ships its page without React, to all or to guests; `fills` takes the whole window,
 * without a footer.
 */
interface Handle {
  noJs?: boolean | "guests";
  fills?: boolean;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>("root");
  const unknown = useContext(SiteContext);
  const site = shell?.site ?? unknown;
  const { pathname } = useLocation();
  const handles = useMatches().map(({ handle }) => (handle ?? {}) as Handle);
  const still = handles.some(
    ({ noJs }) => noJs === true || (noJs === "guests" && shell !== undefined && !shell.viewer),
  );
  const fills = handles.some((handle) => handle.fills);
  const here = shell && shell.origin + pathname;
  const page = pathname.startsWith("/messages") ? "messages" : "";
  return (
    <html lang="en" data-theme={shell?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" content="#FBF9F4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10151F" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.name} />
        {here && <link rel="canonical" href={here} />}
        {here && <meta property="og:url" content={here} />}
        {shell && <meta property="og:image" content={`${shell.origin}/og.png`} />}
        <meta property="og:image:alt" content="A quadrant drawn in thin lines, its pointer on a star" />
        <meta name="twitter:card" content="summary_large_image" />
        <Links />
      </head>
      <body>
        <SiteContext value={site}>
          <RealtimeProvider userId={shell?.viewer?.id ?? null} page={page}>
            <a className={styles.skip} href="#main">
              Skip to the content
            </a>
            <Header site={site} viewer={shell?.viewer ?? null} />
            <Progress />
            <main id="main" className={styles.main} tabIndex={-1}>
              {children}
            </main>
            {!fills && <Footer site={site} theme={shell?.theme ?? null} />}
            <Toasts />
          </RealtimeProvider>
        </SiteContext>
        {!still && <ScrollRestoration />}
        {!still && <Scripts />}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    shownShell = loaderData;
  }, [loaderData]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>("root");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // What the router itself says ("you made a POST request …") is for developers.
  const ours = isRouteErrorResponse(error) && !(error as { internal?: boolean }).internal;
  const detail = ours && typeof error.data === "string" ? error.data : null;
  return <ErrorPage status={status} detail={detail} requestId={shell?.requestId ?? null} />;
}
