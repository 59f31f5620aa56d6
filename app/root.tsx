import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  type UIMatch,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { MuteContext } from "./moderation/muted-band.tsx";
import { getReader } from "./platform/auth/guards.server.ts";
import { presentMute } from "./platform/auth/mutes.server.ts";
import { placeholders } from "./platform/cache/placeholders.server.ts";
import { env } from "./platform/env.server.ts";
import { takeFlash } from "./platform/forms/flash.server.ts";
import { offPattern } from "./platform/http/area-switch.server.ts";
import { readChoices } from "./platform/http/cookies.server.ts";
import { getRequestContext } from "./platform/http/request-context.server.ts";
import { forbidStoring } from "./platform/http/response.server.ts";
import { speculationRules } from "./platform/http/speculation-rules.ts";
import { RealtimeProvider } from "./platform/realtime/provider.tsx";
import { describeLogo, settings } from "./platform/settings.server.ts";
import { Announcer, Progress, useClientLinks } from "./shell/client-navigation.tsx";
import { FocusRestorer } from "./shell/focus-restorer.ts";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { headerHoles, readHeaderTexts } from "./shell/header-texts.server.ts";
import * as styles from "./shell/shell.css.ts";
import { StayWhenAway } from "./shell/stay-when-away.tsx";
import { isUnreachable, loadWithFallback } from "./ui/client/requests.ts";
import { DocumentStatus, ErrorPage, RefusalPage, UnreachablePage } from "./ui/error-page.tsx";
import * as flashStyles from "./ui/flash.css.ts";
import { FlashContext, FlashLine, hasFlashCookie } from "./ui/flash.tsx";
import { SendAgain, useUnsentForm } from "./ui/forms/send-again.tsx";
import { SiteContext, TitleCountContext } from "./ui/page.tsx";
import { readHandle } from "./ui/page-handle.ts";
import { Toasts } from "./ui/toast.tsx";
import "./ui/styles/global.css.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const { isShared = false, id, origin, unsentForm } = requestContext;
  const session = getReader({ request, context });
  const viewer = await (unsentForm ? session.catch(() => null) : session);
  if (viewer) forbidStoring(requestContext.responseHeaders);
  const off = offPattern();
  return data({
    ...(unsentForm && { unsentForm }),
    flash: isShared ? null : await takeFlash(requestContext, request),
    site: {
      name: settings.siteName,
      college: settings.collegeName || null,
      ...(settings.accent && { accentStyles: `/accent/${settings.accent.slice(1)}.css` }),
      ...(settings.logo && { logo: describeLogo(settings.logo) }),
      savesData: request.headers.get("Save-Data") === "on",
      ...(off && { off }),
      timeZone: env.TIME_ZONE,
    },
    ...readChoices(request),
    requestId: isShared ? placeholders.requestId : id,
    /** The origin of the addresses in link previews. */
    origin: viewer ? "" : origin,
    viewer: viewer && {
      isOnTeam: viewer.isAdmin || viewer.isModerator,
      hasPicture: viewer.avatarFile !== null,
      mute: viewer.mute && presentMute(viewer.mute),
      ...("id" in viewer ? await readHeaderTexts(viewer) : headerHoles),
    },
  });
}

let shownShell: Awaited<ReturnType<typeof loader>>["data"] | undefined;

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  shownShell ? loadWithFallback(serverLoader, shownShell) : serverLoader();

/**
 * The shell's data may change after a successful post, around the messages pages, at the log-in, with a pending flash
 * message, and when a page revalidates.
 */
export function shouldRevalidate({
  formMethod,
  actionStatus = 200,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  if (actionStatus >= 400) return false;
  const isPosted = formMethod !== undefined && formMethod !== "GET";
  const isAboutMessages = [currentUrl, nextUrl].some((url) => url.pathname.startsWith("/messages"));
  // Members whose session has ended are redirected there.
  const isLogin = nextUrl.pathname === "/login";
  return isPosted || isAboutMessages || isLogin || hasFlashCookie() || currentUrl.href === nextUrl.href;
}

const guestScript = "/guest.js";

export function Layout({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>("root");
  useClientLinks();
  const defaultSite = useContext(SiteContext);
  const site = shell?.site ?? defaultSite;
  const { pathname } = useLocation();
  const matches = useMatches();
  const shareImage = matches.map(readShareImage).find(Boolean) ?? "/og.png";
  const handles = matches.map(readHandle);
  const hasNoScripts = shell?.hasNoScripts ?? false;
  const isGuest = shell !== undefined && !shell.viewer;
  const hasNoReact =
    hasNoScripts || handles.some(({ scripts }) => scripts === "none" || (scripts === "members" && isGuest));
  // After a client navigation React runs even on pages whose document comes without it.
  const hasToasts = !hasNoReact || !import.meta.env.SSR;
  const isFullHeight = handles.some((handle) => handle.fullHeight);
  const page = pathname.startsWith("/messages") ? "messages" : "";
  const titleCount = page === "messages" ? "" : (shell?.viewer?.titleCount ?? "");
  return (
    <html lang="en" data-theme={shell?.theme ?? undefined} data-lite={hasNoScripts || undefined}>
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
        {isGuest && (
          <LinkPreview siteName={site.name} origin={shell.origin} pathname={pathname} image={shareImage} />
        )}
        {/*
         * Delays the first paint until the content has arrived, because a chat grows upwards and the menu would shift
         * the page.
         */}
        <link rel="expect" href="#arrived" blocking="render" />
        {/* Styles need no nonce, and a page without nonces can be shared by all guests. */}
        <Links nonce="" />
        {matches.flatMap(readStyles).map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
        {site.accentStyles && <link rel="stylesheet" href={site.accentStyles} />}
      </head>
      <body>
        <SiteContext value={site}>
          <TitleCountContext value={titleCount}>
            <FlashContext value={{ flash: shell?.flash ?? null, hasToasts }}>
              <RealtimeProvider userId={shell?.viewer?.id ?? null} page={page}>
                <a className={styles.skip} href="#main">
                  Skip to content
                </a>
                <Header
                  site={site}
                  viewer={shell?.viewer ?? null}
                  theme={shell?.theme ?? null}
                  hasNoScripts={hasNoScripts}
                />
                <Progress />
                <StayWhenAway />
                <Announcer />
                <main id="main" className={styles.main} tabIndex={-1}>
                  <div className={flashStyles.top}>
                    <FlashLine />
                  </div>
                  <MuteContext value={shell?.viewer?.mute ?? null}>{children}</MuteContext>
                </main>
                {!isFullHeight && (
                  <Footer
                    site={site}
                    theme={shell?.theme ?? null}
                    isMember={Boolean(shell?.viewer)}
                    hasNoScripts={hasNoScripts}
                  />
                )}
                <template id="arrived" />
                <Toasts />
                <FocusRestorer />
              </RealtimeProvider>
            </FlashContext>
          </TitleCountContext>
        </SiteContext>
        {!hasNoReact && <ScrollRestoration />}
        {!hasNoReact && <Scripts />}
        {hasNoReact && !hasNoScripts && <script type="module" src={guestScript} />}
        {import.meta.env.SSR && hasNoReact && !hasNoScripts && !site.savesData && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which React would escape
          <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
        )}
      </body>
    </html>
  );
}

const readShareImage = ({ loaderData }: UIMatch): string | null =>
  (loaderData as { shareImage?: string | null } | undefined)?.shareImage ?? null;

/** Stylesheets that a page needs for some of its readers only. */
const readStyles = ({ loaderData }: UIMatch): string[] =>
  (loaderData as { styles?: string[] } | undefined)?.styles ?? [];

const LinkPreview = ({
  siteName,
  origin,
  pathname,
  image,
}: {
  siteName: string;
  origin: string;
  pathname: string;
  image: string;
}) => (
  <>
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content={siteName} />
    <link rel="canonical" href={origin + pathname} />
    <meta property="og:url" content={origin + pathname} />
    <meta property="og:image" content={origin + image} />
    {image === "/og.png" && (
      <meta property="og:image:alt" content="A quadrant drawn in thin lines, its pointer on a star" />
    )}
    <meta name="twitter:card" content="summary_large_image" />
  </>
);

const formDrafts = "/form-drafts.js";
const loadFormDrafts = (): Promise<typeof import("./device/scripts/form-drafts.ts")> =>
  import(/* @vite-ignore */ formDrafts);

export default function App({ loaderData }: Route.ComponentProps) {
  const memberId = loaderData.viewer?.id;
  useEffect(() => {
    loadFormDrafts()
      .then(({ start }) => start(memberId))
      .catch(() => {});
  }, [memberId]);
  useEffect(() => {
    shownShell = loaderData;
  }, [loaderData]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>("root");
  const loggedError = useDocumentError(error);
  const documentStatus = useContext(DocumentStatus);
  const unsentForm = useUnsentForm();
  if (unsentForm) return <SendAgain form={unsentForm} />;
  if (isUnreachable(error)) return <UnreachablePage />;
  if (!isRouteErrorResponse(error)) {
    const requestId = (error === loggedError && shell?.requestId) || null;
    return <ErrorPage status={documentStatus} detail={null} requestId={requestId} />;
  }
  return <RefusalPage error={error} />;
}

/**
 * The error that this document was rendered with, if any. The server has logged it, unlike later errors in the browser.
 */
function useDocumentError(error: unknown): unknown {
  const isDocument = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [documentError] = useState(isDocument ? error : null);
  return documentError;
}
