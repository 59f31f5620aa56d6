import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { messageTexts } from "../../schemas/message-rules.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Alert } from "../../ui/field.tsx";
import * as styles from "./conversations.css.ts";
import type { Summary } from "./inbox-reducer.ts";
import { PeopleSearch, type Person } from "./search.tsx";
import { createTimeFormats } from "./time-formats.ts";

interface Props {
  conversations: Summary[] | null;
  openHref: string | null;
  next: number | null;
  isFirstPage: boolean;
  search: string;
  found: Person[] | null;
  timeZone: string;
  now: number;
}

/** The left pane: title, search and list. On small screens it is a drawer that opens without scripts, too. */
export function Conversations(props: Props) {
  const { conversations, search, found, next, isFirstPage } = props;
  const { key, pathname } = useLocation();
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>Messages</h1>
        <details className={styles.drawer} key={key} open={search !== "" || undefined}>
          <summary className={styles.opener}>
            <span className={styles.whenClosed}>View Conversations</span>
            <span className={styles.whenOpen}>Close</span>
          </summary>
        </details>
      </div>
      <section className={styles.list} aria-label="Conversations">
        <PeopleSearch key={key} text={search} found={found} />
        {conversations === null ? (
          <div className={styles.note}>
            <Alert texts={[messageTexts.noInbox]} />
          </div>
        ) : conversations.length === 0 ? (
          <div className={styles.note}>
            <h2 className={styles.noneTitle}>No conversations yet</h2>
            <p>Start a new conversation to connect with others.</p>
            <p>Use the search to find someone to message.</p>
          </div>
        ) : (
          <List {...props} conversations={conversations} />
        )}
        {(next !== null || !isFirstPage) && (
          <p className={styles.more}>
            {!isFirstPage && <Link to={pathname}>Newest conversations</Link>}
            {next !== null && <Link to={`${pathname}?inbox=${next}`}>Older conversations</Link>}
          </p>
        )}
      </section>
    </>
  );
}

function List({ conversations, openHref, timeZone, now: then }: Props & { conversations: Summary[] }) {
  const times = createTimeFormats(timeZone);
  const now = useNow(then);
  return (
    <ul className={styles.rows}>
      {conversations.map((summary) => (
        <li key={summary.href}>
          <Link
            to={summary.href}
            className={styles.row}
            aria-current={summary.href === openHref ? "page" : undefined}
          >
            <Avatar name={summary.isAnonymous ? null : summary.name} avatarUrl={summary.avatarUrl} />
            <span className={styles.who}>
              <span className={styles.name}>{summary.name}</span>
              {summary.unreadCount > 0 && <Badge count={summary.unreadCount} label="unread" />}
            </span>
            <time className={styles.time} dateTime={new Date(summary.lastMessageAt).toISOString()}>
              {times.ago(summary.lastMessageAt, now)}
            </time>
            <span className={styles.last}>
              {summary.own && "You: "}
              {summary.lastMessage}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The present, twice a minute; at first the moment the page was made, so that server and browser write the same. */
export function useNow(then: number): number {
  const [now, setNow] = useState(then);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  // A message can be newer than the last look at the clock.
  return Math.max(now, then);
}
