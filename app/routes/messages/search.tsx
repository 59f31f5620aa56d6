import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { messageTexts } from "../../schemas/message-rules.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { input } from "../../ui/field.css.ts";
import { Alert } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./conversations.css.ts";
import { fetchJson } from "./fetch-json.ts";
import type { FoundUser } from "./page-data.ts";
import { appendQuery } from "./thread-reducer.ts";
import { useIsOffline } from "./use-is-offline.ts";

/** Specification, section 9: the search waits for a pause in typing. */
const debounceMs = 300;

/** `users` is null when the search failed. */
type Results = { text: string; users: FoundUser[] | null };

/** The user search: a form without scripts; with them results appear while typing, and Enter picks the first. */
export function UserSearch({
  address,
  initialText,
  initialUsers,
  onSearch,
}: {
  /** Where the results show: the address of the open conversation, which must not turn into another one. */
  address: string;
  initialText: string;
  initialUsers: FoundUser[] | null;
  /** Called when results begin or cease to be shown. */
  onSearch: (isSearching: boolean) => void;
}) {
  const [text, setText] = useState(initialText);
  const [results, setResults] = useState<Results | null>(
    initialText === "" ? null : { text: initialText, users: initialUsers },
  );
  const request = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const isOffline = useIsOffline();
  const query = text.trim();
  // Without scripts Enter searches again.
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);

  async function search(): Promise<Results> {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    const path = `/api/users?search=${encodeURIComponent(query)}`;
    const found = { text: query, users: await fetchJson<FoundUser[]>(path, controller.signal) };
    if (!controller.signal.aborted) setResults(found);
    return found;
  }

  const searchAfterPause = useEffectEvent(() => {
    if (results?.text !== query) void search();
  });
  const updateSearching = useEffectEvent(onSearch);
  const hasResults = results !== null;
  useEffect(() => updateSearching(hasResults), [hasResults]);
  useEffect(() => {
    if (query === "") {
      request.current?.abort();
      setResults(null);
      return;
    }
    const timer = setTimeout(searchAfterPause, debounceMs);
    return () => clearTimeout(timer);
  }, [query]);

  const retryFailed = useEffectEvent(() => {
    if (results && results.users === null) void search();
  });
  useEffect(() => {
    if (!isOffline) retryFailed();
  }, [isOffline]);

  async function openFirst() {
    if (query === "") return;
    const found = results?.text === query && results.users ? results : await search();
    const [first] = found.users ?? [];
    if (first) navigate(`/messages/${first.id}`);
  }

  return (
    <search className={styles.search}>
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          void openFirst();
        }}
        className={styles.searchForm}
      >
        <input
          className={`${input} ${styles.searchField}`}
          type="search"
          name="search"
          autoComplete="off"
          maxLength={100}
          placeholder="Search users by name or email..."
          aria-label="Search users by name or email"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button className={styles.searchButton} type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
        {address.endsWith("?anonymous=1") && <input type="hidden" name="anonymous" value="1" />}
      </form>
      <div aria-live="polite" data-live={isLive || undefined}>
        {results && results.users === null && (
          <div className={styles.searchFailure}>
            <Alert texts={[messageTexts.searchFailed]} />
            {isOffline && <p>You're offline. The search will run when you reconnect.</p>}
            <ButtonLink
              to={appendQuery(address, `search=${encodeURIComponent(results.text)}`)}
              variant="outline"
              size="sm"
              onClick={(event) => {
                event.preventDefault();
                void search();
              }}
            >
              Retry
            </ButtonLink>
          </div>
        )}
        {results?.users?.length === 0 && <p className={styles.noResults}>No users found</p>}
        {results?.users && results.users.length > 0 && (
          <ul className={styles.results} aria-label="Users found">
            {results.users.map((user) => (
              <li key={user.id}>
                <Link to={`/messages/${user.id}`} className={styles.result}>
                  <Avatar name={user.name} avatarUrl={user.avatarUrl} />
                  <span className={styles.resultText}>
                    <span className={styles.name}>{user.name}</span>
                    <span className={styles.email}>{user.email}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </search>
  );
}
