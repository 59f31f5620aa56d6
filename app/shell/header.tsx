import { type ReactNode, useEffect } from "react";
import { Form, Link, useLocation } from "react-router";
import { closeMenusOnEscape } from "#app/device/menus.ts";
import { startSearch } from "#app/device/search-field.ts";
import { maxWholeSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Letter, Picture } from "#app/ui/avatar.tsx";
import { badge } from "#app/ui/badge.css.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import sprite from "#app/ui/icons.svg?url";
import { type Site, useIsOn } from "#app/ui/page.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { showToast } from "#app/ui/toast.tsx";
import { Bell, type ShellViewer, useNotices } from "./bell.tsx";
import * as styles from "./header.css.ts";
import "./header-search.css.ts";
import { LiteSwitch, type Theme, ThemeSwitch } from "./theme-switch.tsx";

/** What the visitor has chosen on this device. */
interface Choices {
  theme: Theme;
  hasNoScripts: boolean;
}

const links = [
  ["/", "Home"],
  ["/jobs", "Jobs"],
  ["/events", "Events"],
  ["/messages", "Messages"],
  ["/anonymous-post", "Anonymous Chat"],
  ["/resources", "Resources"],
  ["/qa-threads", "Q&A Threads"],
] as const;

export function Header({ site, viewer, ...choices }: { site: Site; viewer: ShellViewer | null } & Choices) {
  // A new key closes the menus when the page changes.
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const running = new AbortController();
    closeMenusOnEscape({ signal: running.signal });
    startSearch({ signal: running.signal });
    return () => running.abort();
  }, []);
  const notices = useNotices(viewer);
  const isOn = useIsOn();
  const back = returnQuery(pathname, search);
  const place = links.findIndex(([to]) => isCurrent(to, pathname));
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {/* Only a document load gives guests the landing page without React. */}
        <Link to="/" className={styles.brand} reloadDocument={!viewer}>
          {site.logo ? (
            <img
              className={styles.logo}
              src={site.logo.url}
              width={site.logo.width}
              height={site.logo.height}
              alt=""
            />
          ) : (
            <svg className={styles.mark} width={28} height={28} viewBox="0 0 32 32" aria-hidden>
              <use href={`${sprite}#quadrant`} />
              <path
                className={styles.needle}
                d="M4 28 18 14"
                transform={place < 0 ? undefined : `rotate(${11 * place - 33} 4 28)`}
              />
            </svg>
          )}
          <span className={viewer ? styles.siteName : styles.guestSiteName}>{site.name}</span>
        </Link>
        <nav className={styles.wideNav} aria-label="Main" data-client-nav={viewer ? true : undefined}>
          <NavLinks viewer={viewer} />
        </nav>
        <div className={styles.actions}>
          <HeaderSearch memberId={viewer?.id} />
          {viewer ? (
            <MemberActions viewer={viewer} notices={notices} {...choices} menuKey={key} pathname={pathname} />
          ) : (
            <>
              <ButtonLink
                to={`/login${back && `${back}&notice=none`}`}
                variant="ghost"
                size="sm"
                className={styles.guestButton}
              >
                Login
              </ButtonLink>
              <ButtonLink
                to={`/register${back}`}
                variant="secondary"
                size="sm"
                className={styles.guestButton}
              >
                Register
              </ButtonLink>
            </>
          )}
          <details className={styles.phoneMenu} key={key} name="menu">
            <summary className={styles.iconButton} aria-label="Menu">
              <Icon name="menu" size={24} />
            </summary>
            <nav className={styles.sheet} aria-label="Menu" data-client-nav={viewer ? true : undefined}>
              <NavLinks viewer={viewer} />
              {viewer ? (
                isOn("/questions") && <a href="/questions">Questions</a>
              ) : (
                <>
                  <Link to="/search">Search</Link>
                  <Link to={`/login${back && `${back}&notice=none`}`}>Login</Link>
                  <Link to={`/register${back}`}>Register</Link>
                </>
              )}
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

/** The query for log-in links that returns a guest to this page. Other addresses may contain secrets. */
function returnQuery(pathname: string, search: string): string {
  const kept =
    pathname === "/login" || pathname === "/register"
      ? new URLSearchParams(search).get("redirectTo")
      : /^\/(jobs|events|resources)(\/|$)/.test(pathname) && pathname + search;
  // The address is repeated in several links, so a long one would bloat the page.
  return kept && kept.length <= 500 ? `?redirectTo=${encodeURIComponent(kept)}` : "";
}

/**
 * Guests can only use Home. Every other link leads to the log-in, and with scripts shows a toast (specification,
 * section 2).
 */
function NavLinks({ viewer }: { viewer: ShellViewer | null }) {
  const { pathname } = useLocation();
  const isOn = useIsOn();
  return links
    .filter(([to]) => isOn(to))
    .map(([to, text]) => {
      const current = isCurrent(to, pathname) ? "page" : undefined;
      return viewer || to === "/" ? (
        <a key={to} href={to} aria-current={current}>
          {text}
        </a>
      ) : (
        <a
          key={to}
          href={`/login?redirectTo=${encodeURIComponent(to)}`}
          aria-disabled="true"
          aria-current={current}
          onClick={(event) => {
            event.preventDefault();
            showToast("Please log in first");
          }}
        >
          {text}
        </a>
      );
    });
}

/** Further pages of a link, outside its own address. */
const furtherPages: Record<string, string[]> = { "/jobs": ["/post-job"], "/qa-threads": ["/questions"] };

function isCurrent(to: string, pathname: string): boolean {
  if (to === "/") return pathname === "/" || pathname === "/feedback";
  return [to, ...(furtherPages[to] ?? [])].some(
    (page) => pathname === page || pathname.startsWith(`${page}/`),
  );
}

/** The member's links: at the end of the header, and on phones at the bottom. */
function MemberActions({
  viewer,
  notices,
  menuKey,
  pathname,
  ...choices
}: {
  viewer: ShellViewer;
  notices: string;
  menuKey: string;
  pathname: string;
} & Choices) {
  const isOn = useIsOn();
  const unread = (
    <span className={styles.badgePlace} data-unread={notices}>
      <span className={badge}>{notices}</span>
    </span>
  );
  return (
    <nav className={styles.own} aria-label="Shortcuts" data-client-nav data-thumb-bar>
      <Shortcut to="/" icon="horizon" text="Today" pathname={pathname} />
      {isOn("/questions/new") && <Shortcut to="/questions/new" icon="ask" text="Ask" pathname={pathname} />}
      <Shortcut to="/search" icon="search" text="Search" pathname={pathname} />
      <Bell viewer={viewer} />
      <a href="/notices" className={`${styles.iconButton} ${styles.notInBar}`}>
        <Icon name="flag" size={24} />
        <span className={visuallyHidden}>Notices</span>
        {unread}
      </a>
      <details className={styles.profile} key={menuKey} name="menu">
        <summary className={styles.iconButton} aria-label={`Profile menu of ${viewer.name}: Me`}>
          {viewer.hasPicture ? (
            <Picture url={viewer.avatarUrl} letter={viewer.letter} tone={viewer.tone} size="sm" />
          ) : (
            <Letter letter={viewer.letter} tone={viewer.tone} size="sm" />
          )}
          <span className={styles.me} data-unread={notices} />
        </summary>
        <div className={styles.sheet}>
          <p className={styles.who}>{viewer.name}</p>
          <AccountLinks viewer={viewer} unread={unread} {...choices} />
        </div>
      </details>
    </nav>
  );
}

/** A link shown only on phones. */
const Shortcut = ({
  to,
  icon,
  text,
  pathname,
}: {
  to: string;
  icon: string;
  text: string;
  pathname: string;
}) => (
  <a
    href={to}
    className={`${styles.iconButton} ${styles.inBar}`}
    aria-current={pathname === to ? "page" : undefined}
  >
    <Icon name={icon} size={24} />
    {text}
  </a>
);

/** Removes unsent texts, which the next member on this device must not see. */
function leave() {
  if (navigator.onLine) localStorage.clear();
}

const ownLinks = [
  ["/announcements", "Announcements"],
  ["/profile", "View Profile"],
  ["/connections", "Connections"],
  ["/mentoring", "Mentoring"],
  ["/account/searches", "Saved searches"],
  ["/jobs/mine", "My jobs"],
  ["/events/mine", "My events"],
  ["/resources/mine", "My uploads"],
  ["/bin", "Deleted"],
  ["/account", "Account"],
] as const;

function AccountLinks({
  viewer,
  unread,
  theme,
  hasNoScripts,
}: { viewer: ShellViewer; unread: ReactNode } & Choices) {
  const isOn = useIsOn();
  return (
    <>
      <a href="/notices" className={styles.inBar}>
        Notices
        {unread}
      </a>
      {ownLinks
        .filter(([to]) => isOn(to))
        .map(([to, text]) => (
          <a key={to} href={to}>
            {text}
          </a>
        ))}
      {viewer.isOnTeam && <a href="/admin">Administration</a>}
      <Form method="post" action="/logout" onSubmit={leave}>
        <button type="submit">Logout</button>
      </Form>
      <LiteSwitch hasNoScripts={hasNoScripts} className={styles.inBar} />
      <ThemeSwitch theme={theme} />
    </>
  );
}

/** The site-wide search: a field in wide headers, a link in others. The search page has its own field. */
function HeaderSearch({ memberId = "" }: { memberId: string | undefined }) {
  const { pathname } = useLocation();
  return (
    <>
      {pathname !== "/search" && (
        <Form action="/search" role="search" aria-label="Everything">
          <SearchField
            name="q"
            label="Search everything"
            placeholder="Search"
            maxLength={maxWholeSearchLength}
            data-suggest={memberId}
          />
        </Form>
      )}
      <Link to="/search" className={memberId ? styles.iconButton : styles.guestSearch} aria-label="Search">
        <Icon name="search" size={24} />
      </Link>
    </>
  );
}
