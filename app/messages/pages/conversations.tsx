import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Face } from "#app/people/person.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { title as emptyTitle } from "#app/ui/empty.css.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { signOf } from "#app/ui/signs.ts";
import { appendQuery } from "../chat/address.ts";
import { createTimeFormats, useNow } from "../chat/times.ts";
import { isAlias, messageTexts } from "../rules.ts";
import * as styles from "./conversations.css.ts";
import type { ConversationSummary } from "./inbox-reducer.ts";
import type { MessagesPage } from "./page-data.ts";
import { UserSearch } from "./search.tsx";

const listAddress = "/messages?list";
/** `/messages` alone redirects to the first conversation. */
export const isListAddress = ({ search }: { search: string }): boolean =>
  new URLSearchParams(search).has("list");

/** The left pane: title, search, and the list or the results. On small screens a drawer, which opens without scripts. */
export function Conversations({
  page,
  conversations,
  isThreadShown,
  isAlone,
}: {
  page: MessagesPage;
  conversations: ConversationSummary[] | null;
  /** Whether the header of the open conversation shares the bar. */
  isThreadShown: boolean;
  /** Whether the list fills small screens instead of being a drawer. */
  isAlone: boolean;
}) {
  const { inbox, isArchived, search, searchResults, conversation, timeZone, now } = page;
  const location = useLocation();
  const { key, pathname } = location;
  const openHref = conversation?.href ?? null;
  const address = openHref ?? (isListAddress(location) ? listAddress : pathname);
  const [isSearching, setIsSearching] = useState(search !== "");
  const isDrawerOpen = search !== "" || (conversations === null && conversation === null);
  const isListShown = !isSearching || !conversations?.length;
  const { next = null, isFirstPage = true } = inbox ?? {};
  return (
    <>
      <div className={isThreadShown ? styles.openHead : styles.head}>
        <h1 className={isThreadShown ? styles.openTitle : styles.title}>Messages</h1>
        {!isAlone && (
          <details className={styles.drawer} key={key} open={isDrawerOpen || undefined}>
            <DrawerOpener isBack={isThreadShown} />
          </details>
        )}
      </div>
      <div className={isAlone ? styles.listAlone : styles.list}>
        <section aria-label="Conversations">
          <UserSearch
            key={key}
            address={address}
            initialText={search}
            initialUsers={searchResults}
            onSearch={setIsSearching}
          />
          <ListNote conversations={conversations} isSearching={isSearching} isArchived={isArchived} />
          {isListShown && conversations && conversations.length > 0 && (
            <ConversationList
              conversations={conversations}
              openHref={openHref}
              timeZone={timeZone}
              now={now}
            />
          )}
          {isListShown && (next !== null || !isFirstPage) && (
            <p className={styles.more}>
              {!isFirstPage && <Link to={address}>Newest conversations</Link>}
              {next !== null && <Link to={appendQuery(address, `inbox=${next}`)}>Older conversations</Link>}
            </p>
          )}
        </section>
        <p className={styles.about}>
          {isArchived ? (
            <Link to={address}>All conversations</Link>
          ) : (
            <Link to={appendQuery(address, "archived=1")}>Archived</Link>
          )}
          <Link to="/messages/search">Search in messages</Link>
          <a href="/about">How this works</a>
        </p>
      </div>
    </>
  );
}

const signOfPartner = ({ userId, hasLeft }: ConversationSummary) =>
  isAlias(userId) ? signOf(userId.charAt(5)) : hasLeft ? "left" : null;

/**
 * Shrinks to an icon if there is no room for its label.
 * @param isBack whether it leads back from an open conversation
 */
export const DrawerOpener = ({ isBack = false }: { isBack?: boolean }) => (
  <summary className={isBack ? styles.back : styles.opener}>
    <span className={`${styles.openerIcon} ${styles.whenClosed}`}>
      <Icon name={isBack ? "left" : "chat"} size={isBack ? 24 : 20} />
    </span>
    <span className={`${styles.openerIcon} ${styles.whenOpen}`}>
      <Icon name="close" />
    </span>
    <span className={`${styles.openerText} ${styles.whenClosed}`}>View Conversations</span>
    <span className={`${styles.openerText} ${styles.whenOpen}`}>Close</span>
  </summary>
);

/** Explains why the list is empty or missing. */
function ListNote({
  conversations,
  isSearching,
  isArchived,
}: {
  conversations: ConversationSummary[] | null;
  isSearching: boolean;
  isArchived: boolean;
}) {
  if (conversations === null) {
    return (
      <div className={styles.note}>
        <LoadFailure text={messageTexts.inboxFailed} />
      </div>
    );
  }
  if (conversations.length > 0) return null;
  if (isArchived)
    return (
      <div className={styles.note}>
        <h2 className={emptyTitle}>Nothing archived</h2>
        <p>Conversations that you archive stay here until a new message arrives.</p>
      </div>
    );
  return (
    <div className={styles.note}>
      <h2 className={emptyTitle}>No conversations yet</h2>
      <p>
        {isSearching
          ? "Start a new conversation to connect with others."
          : "Use the search to find someone to message."}
      </p>
      {!isSearching && (
        <p>
          <ButtonLink to="/qa-threads" variant="outline">
            Find people
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function ConversationList({
  conversations,
  openHref,
  timeZone,
  now: renderedAt,
}: {
  conversations: ConversationSummary[];
  openHref: string | null;
  timeZone: string;
  now: number;
}) {
  const times = createTimeFormats(timeZone);
  const now = useNow(renderedAt);
  return (
    <ul className={styles.rows}>
      {conversations.map((summary) => (
        <li key={summary.href}>
          <Link
            to={summary.href}
            className={styles.row}
            aria-current={summary.href === openHref ? "page" : undefined}
          >
            <Face person={{ ...summary, sign: signOfPartner(summary) }} size="md" />
            <span className={styles.nameLine}>
              <bdi className={styles.name}>{summary.name}</bdi>
              {summary.isMuted && <Icon name="moon" size={16} label="Muted" />}
            </span>
            <time className={styles.time} dateTime={new Date(summary.lastMessageAt).toISOString()}>
              {times.timeAgo(summary.lastMessageAt, now)}
            </time>
            <span className={styles.lastMessage}>
              {summary.isAnonymous && !isAlias(summary.userId) && (
                <span className={styles.hidden}>as Anonymous</span>
              )}
              {summary.isLastMessageOwn && <span>You: </span>}
              <bdi>{summary.lastMessage}</bdi>
            </span>
            <Badge count={summary.unreadCount} label="unread" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
