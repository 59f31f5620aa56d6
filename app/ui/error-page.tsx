import { createContext, useContext } from "react";
import { type ErrorResponse, useLocation } from "react-router";
import { ButtonLink } from "./button.tsx";
import { Scene, type SceneName } from "./drawing.tsx";
import * as styles from "./error-page.css.ts";
import { useReloadWhenOnline } from "./load-failure.tsx";
import { SiteContext, Title, useIsOn } from "./page.tsx";
import { quiet, row, stack } from "./styles/layout.css.ts";

const texts: Record<number, [title: string, text: string]> = {
  400: ["We couldn't read that", "Something in the address or the form isn't right."],
  403: ["You can't open this", "You are logged in, but this belongs to someone else."],
  404: ["Page not found", "It may have been moved or removed."],
  405: ["That doesn't work here", "Please use the buttons and links on the page."],
  408: ["That took too long", "Your connection was too slow to send it. Please try again."],
  413: ["That is too large", "Please send something smaller."],
  429: ["Too many attempts", "Please wait a moment and try again."],
};

/** The document's status when the server renders it, because the error does not show whether the store failed. */
export const DocumentStatus = createContext(500);

/** @param detail the server's message about this failure @param requestId identifies the request in the log */
export function ErrorPage({
  status,
  detail,
  requestId,
}: {
  status: number;
  detail: string | null;
  requestId: string | null;
}) {
  const { pathname, search } = useLocation();
  const isOn = useIsOn();
  const [title, text] = texts[status] ?? [
    "Something went wrong on our side",
    "It's not your fault. Please try again.",
  ];
  const [list, listName] = findList(pathname);
  return (
    <div className={styles.failure}>
      <Title>{title}</Title>
      <div className={stack[3]}>
        {/* The browser does not know the document's status, so hydration keeps the server's text. */}
        <p className={styles.status} suppressHydrationWarning>
          {status}
        </p>
        <h1>{title}</h1>
        <p>{detail || text}</p>
        <p className={row[2]}>
          {status >= 500 && <ButtonLink to={pathname + search}>Retry</ButtonLink>}
          <ButtonLink to="/" variant={status >= 500 ? "outline" : "primary"}>
            Go to the home page
          </ButtonLink>
          {isOn(list) && (
            <ButtonLink to={list} variant="outline">
              {listName}
            </ButtonLink>
          )}
        </p>
        {requestId && <p className={quiet}>If it happens again, tell us this number: {requestId}</p>}
      </div>
      <Scene name={sceneOf(status)} />
    </div>
  );
}

/** The list that leads on from an address below it. */
function findList(pathname: string): [path: string, name: string] {
  const [, area] = /^\/(boards|companies|events|questions|resources)\//.exec(pathname) ?? [];
  if (area) return [`/${area}`, `All ${area}`];
  if (/^\/(people|messages|qa-threads)\//.test(pathname)) return ["/qa-threads", "See people"];
  return ["/jobs", "See jobs"];
}

function sceneOf(status: number): SceneName {
  if (status === 404) return "coast";
  return status >= 500 ? "needle" : "chart";
}

/** Ignores the router's texts ("Error: You made a POST request …"), which are for developers, and a proxy's HTML page. */
export function RefusalPage({ error }: { error: ErrorResponse }) {
  const isOurs = typeof error.data === "string" && !/^(Error:|\s*<)/.test(error.data);
  return <ErrorPage status={error.status} detail={isOurs ? error.data : null} requestId={null} />;
}

/** Shown instead of a page that the browser could not load. Reloads when the network is back. */
export function UnreachablePage() {
  const { name } = useContext(SiteContext);
  const { pathname, search } = useLocation();
  const isOffline = useReloadWhenOnline();
  const title = isOffline ? "You're offline" : `We can't reach ${name}`;
  return (
    <div className={styles.page} role="alert">
      <Scene name="boat" />
      <Title heading>{title}</Title>
      <p>
        {isOffline
          ? "This page will load when you reconnect."
          : "Check your connection and try again. If you are online, the site may be down for a moment."}
      </p>
      <p className={row[3]}>
        <ButtonLink to={pathname + search}>Retry</ButtonLink>
      </p>
    </div>
  );
}
