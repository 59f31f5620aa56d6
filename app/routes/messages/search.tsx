import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { input } from "../../ui/field.css.ts";
import { Alert } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./conversations.css.ts";

export interface Person {
  id: string;
  name: string;
  email: string;
  avatarUrl: string | null;
}

/** Specification, section 9: the search waits for a pause in typing. */
const pause = 300;

type Results = { text: string; people: Person[] | null };

/** The search for people: a form without scripts; with them results appear while typing, and Enter picks the first. */
export function PeopleSearch({ text: searched, found }: { text: string; found: Person[] | null }) {
  const [text, setText] = useState(searched);
  const [results, setResults] = useState<Results | null>(
    searched === "" ? null : { text: searched, people: found },
  );
  const running = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const wanted = text.trim();

  async function look(forText: string): Promise<Results> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(10_000)]);
    let people: Person[] | null = null;
    try {
      const response = await fetch(`/api/users?search=${encodeURIComponent(forText)}`, { signal });
      if (response.ok) people = (await response.json()) as Person[];
    } catch {
      // Said below, unless a newer search took its place.
    }
    const answer = { text: forText, people };
    if (!controller.signal.aborted) setResults(answer);
    return answer;
  }
  const newest = useRef(look);
  newest.current = look;

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (wanted === "") {
      running.current?.abort();
      setResults(null);
      return;
    }
    const timer = setTimeout(() => void newest.current(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);

  async function pickFirst() {
    if (wanted === "") return;
    const known = results?.text === wanted && results.people ? results : await look(wanted);
    const [first] = known.people ?? [];
    if (first) navigate(`/messages/${first.id}`);
  }

  return (
    <search className={styles.search}>
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          void pickFirst();
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
      </form>
      <div aria-live="polite">
        {results && results.people === null && <Alert texts={["Failed to search users"]} />}
        {results?.people?.length === 0 && <p className={styles.none}>No users found</p>}
        {results?.people && results.people.length > 0 && (
          <ul className={styles.results} aria-label="Users found">
            {results.people.map((person) => (
              <li key={person.id}>
                <Link to={`/messages/${person.id}`} className={styles.result}>
                  <Avatar name={person.name} avatarUrl={person.avatarUrl} size="sm" />
                  <span className={styles.resultText}>
                    <span className={styles.name}>{person.name}</span>
                    <span className={styles.email}>{person.email}</span>
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
