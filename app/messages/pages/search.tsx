import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { texts as personTexts } from "#app/people/person.css.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { appendQuery } from "../chat/address.ts";
import { messageTexts } from "../rules.ts";
import * as styles from "./conversations.css.ts";
import type { FoundUser } from "./page-data.ts";
import { useUserSearch } from "./use-user-search.ts";

/** Moves the focus to the composer. */
const isChosen = { isChosen: true };

/**
 * The member search: a plain form without scripts. With them, results appear while typing, and Enter picks the first.
 */
export function UserSearch({
  address,
  initialText,
  initialUsers,
  onSearch,
}: {
  /** The address that shows the results: that of the open conversation, so that searching does not leave it. */
  address: string;
  initialText: string;
  initialUsers: FoundUser[] | null;
  /** Called when results appear or disappear. */
  onSearch: (isSearching: boolean) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initialText);
  // It may have been filled in before hydration, on a slow connection.
  useEffect(() => setText(field.current?.value ?? ""), []);
  const { results, search, findFirst, isOffline } = useUserSearch(
    text,
    initialText === "" ? null : { text: initialText, users: initialUsers },
  );
  const navigate = useNavigate();
  // Without scripts Enter searches again.
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const updateSearching = useEffectEvent(onSearch);
  const hasResults = results !== null;
  useEffect(() => updateSearching(hasResults), [hasResults]);

  async function openFirst() {
    const first = await findFirst();
    if (first) await navigate(`/messages/${first.id}`, { state: isChosen });
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
        <SearchField
          name="search"
          label="Search users by name or email"
          placeholder="Search users by name or email..."
          maxLength={maxNameSearchLength}
          ref={field}
          defaultValue={initialText}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {address.endsWith("?anonymous=1") && <input type="hidden" name="anonymous" value="1" />}
        {address.endsWith("?list") && <input type="hidden" name="list" />}
      </form>
      <div aria-live="polite" data-live={isLive || undefined}>
        {results?.users === null && (
          <SearchFailure
            href={appendQuery(address, `search=${encodeURIComponent(results.text)}`)}
            isOffline={isOffline}
            onRetry={() => void search()}
          />
        )}
        {results?.users && <FoundUsers users={results.users} />}
      </div>
    </search>
  );
}

function SearchFailure({
  href,
  isOffline,
  onRetry,
}: {
  href: string;
  isOffline: boolean;
  onRetry: () => void;
}) {
  return (
    <div className={styles.searchFailure}>
      <Alert texts={[messageTexts.searchFailed]} />
      {isOffline && <p>You're offline. The search will run when you reconnect.</p>}
      <ButtonLink
        to={href}
        variant="outline"
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          onRetry();
        }}
      >
        Retry
      </ButtonLink>
    </div>
  );
}

function FoundUsers({ users }: { users: FoundUser[] }) {
  if (users.length === 0) return <p className={styles.noResults}>No users found</p>;
  return (
    <ul className={styles.results} aria-label="Users found">
      {users.map((user) => (
        <li key={user.id}>
          <Link to={`/messages/${user.id}`} state={isChosen} className={styles.result}>
            <Avatar name={user.name} avatarUrl={user.avatarUrl} />
            <span className={personTexts}>
              <bdi className={styles.name}>{user.name}</bdi>
              <span className={styles.email}>{user.email}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
