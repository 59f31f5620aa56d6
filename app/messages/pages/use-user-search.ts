import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchJson } from "../chat/fetch-json.ts";
import type { FoundUser } from "./page-data.ts";
import { useIsOffline } from "./use-is-offline.ts";

/** Specification, section 9: the search waits for a pause in typing. */
const debounceMs = 300;

/** `users` is null if the search failed. */
export type SearchResults = { text: string; users: FoundUser[] | null };

/** Searches as the text changes, and retries a failed search once the network is back. */
export function useUserSearch(text: string, initialResults: SearchResults | null) {
  const [results, setResults] = useState(initialResults);
  const request = useRef<AbortController | null>(null);
  const isOffline = useIsOffline();
  const query = text.trim();

  async function search(): Promise<SearchResults> {
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
    if (results?.users === null) void search();
  });
  useEffect(() => {
    if (!isOffline) retryFailed();
  }, [isOffline]);

  async function findFirst(): Promise<FoundUser | undefined> {
    if (query === "") return undefined;
    const found = results?.text === query && results.users ? results : await search();
    return found.users?.[0];
  }
  return { results, search, findFirst, isOffline };
}
