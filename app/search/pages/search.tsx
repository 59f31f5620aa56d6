import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { loadSearchScript } from "#app/device/search-field.ts";
import { Face } from "#app/people/person.tsx";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { normalizeLine } from "#app/platform/schemas/fields.server.ts";
import { maxWholeSearchLength } from "#app/platform/schemas/search-rules.ts";
import { IconBadge } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { isUnreachable } from "#app/ui/client/requests.ts";
import { Area } from "#app/ui/drawing.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { item } from "#app/ui/list.css.ts";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { quiet, spread, stack } from "#app/ui/styles/layout.css.ts";
import { type ResultKind, resultKinds, searchKinds } from "../kinds.ts";
import { Marked } from "../marked.tsx";
import type { SearchResult } from "../result.server.ts";
import { limitSearch, search } from "../search.server.ts";
import { readWords } from "../words.ts";
import type { Route } from "./+types/search.ts";
import { Recent } from "./recent.tsx";
import * as styles from "./search.css.ts";

export const handle = { title: "Search", failed: "Failed to search", scripts: "members" };

const shownOfKind = 3;
const maxShown = 100;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const sent = normalizeLine((url.searchParams.get("q") ?? "").slice(0, 4 * maxWholeSearchLength));
  const letters = Array.from(sent);
  const q = letters.slice(0, maxWholeSearchLength).join("").trim();
  const kind = resultKinds.find((one) => one === url.searchParams.get("kind")) ?? null;
  const page = {
    q,
    kind,
    memberId: viewer && String(viewer.id),
    isCut: letters.length > maxWholeSearchLength,
    words: readWords(q).words,
    kept: null,
  };
  if (!q) return { ...page, kinds: [], isNear: false };
  limitSearch("search", viewer, getRequestContext(context).address);
  const wanted = kind ? { kinds: [kind], limit: maxShown } : { limit: shownOfKind };
  return { ...page, ...(await search(viewer, q, wanted)) };
}

/** While offline, searches the pages that are cached on this device. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const q = new URL(request.url).searchParams.get("q")?.trim() ?? "";
    const { findKept } = await loadSearchScript();
    const kept = q ? await findKept(q) : [];
    return { q, kind: null, memberId: null, isCut: false, words: [], kinds: [], isNear: false, kept };
  }
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** The address of all results of a kind: the search of its list, or this page. */
function listHref(kind: ResultKind, q: string, isNear: boolean): string {
  const { words, tag } = readWords(q);
  const { list } = searchKinds[kind];
  // The job list takes the search as one phrase, and the question list searches for words or a tag.
  const isOnlyHere = kind === "jobs" ? words.length > 1 : kind === "questions" && tag === undefined;
  if (!list || isNear || isOnlyHere) return `/search?${new URLSearchParams({ q, kind })}`;
  if (kind === "messages") return `/messages/search?${new URLSearchParams({ q: words.join(" ") })}`;
  const query = new URLSearchParams();
  if (words.length > 0) query.set("search", words.join(" "));
  if (tag !== undefined) query.set(kind === "people" ? "topic" : "tag", tag);
  return `${list}?${query}`;
}

export default function Search({
  loaderData: { q, kind: chosen, words, memberId, isCut, kinds, isNear, kept },
}: Route.ComponentProps) {
  return (
    <div className={styles.body}>
      <Title>{q ? `Search: ${q}` : "Search"}</Title>
      <div>
        <h1>Search</h1>
        <Area className={styles.area} name="chart" />
      </div>
      <SearchForm q={q} memberId={memberId ?? ""} />
      {isCut && <p role="status">{`We searched for the first ${maxWholeSearchLength} characters.`}</p>}
      {isNear && <p role="status">Nothing is spelled exactly like that. Here is what comes close.</p>}
      {!q && <p className={quiet}>Try a name, a course code, a company, or tag:electives.</p>}
      {!q && memberId && <Recent memberId={memberId} />}
      {!q && memberId && <Places />}
      {kept && <Kept pages={kept} />}
      {q && !kept && kinds.length === 0 && <Nothing q={q} isMember={memberId !== null} />}
      {chosen && (
        <Link to={`/search?${new URLSearchParams({ q })}`} className={styles.link}>
          All kinds
        </Link>
      )}
      <div className={styles.kinds}>
        {kinds.map(({ kind, total, totalCountCapped, results }) => {
          const href = listHref(kind, q, isNear);
          const count = `${total}${totalCountCapped ? "+" : ""}`;
          return (
            <section key={kind} aria-labelledby={`found-${kind}`}>
              <div className={spread}>
                <h2 id={`found-${kind}`}>{searchKinds[kind].title}</h2>
                {total > results.length && (
                  <Link
                    to={href}
                    className={styles.link}
                    aria-label={`All ${count} in ${searchKinds[kind].title}`}
                  >
                    All {count}
                  </Link>
                )}
              </div>
              <ul>
                {results.map((result) => (
                  <Row key={result.id} kind={kind} result={result} words={words} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

const places = [
  ["people", "/qa-threads"],
  ["questions", "/questions"],
  ["jobs", "/jobs"],
  ["events", "/events"],
  ["resources", "/resources"],
  ["boards", "/boards"],
] as const;

/** The lists to look through without a search. */
function Places() {
  const isOn = useIsOn();
  return (
    <div className={styles.kinds}>
      <section aria-labelledby="places">
        <h2 id="places">Or look through</h2>
        <ul>
          {places
            .filter(([, to]) => isOn(to))
            .map(([kind, to]) => (
              <li key={kind} className={`${item} ${styles.row}`}>
                <IconBadge icon={searchKinds[kind].icon} size="sm" />
                <div className={styles.texts}>
                  <Link to={to} className={styles.link}>
                    {searchKinds[kind].title}
                  </Link>
                </div>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

function SearchForm({ q, memberId }: { q: string; memberId: string }) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(q);
  // The field keeps its focus and shows the current search. Without a search it is focused on arrival.
  useEffect(() => {
    const field = form.current?.querySelector("input");
    // On the first render it may contain what was typed before hydration.
    if (field && shown.current !== q) field.value = q;
    shown.current = q;
    if (!q) field?.focus();
  }, [q]);
  return (
    <Form ref={form} action="/search" role="search" className={styles.form}>
      <SearchField
        name="q"
        label="Search everything"
        placeholder="People, questions, jobs, events, notes"
        defaultValue={q}
        maxLength={maxWholeSearchLength}
        data-suggest={memberId}
      />
    </Form>
  );
}

const Row = ({ kind, result, words }: { kind: ResultKind; result: SearchResult; words: string[] }) => (
  <li className={`${item} ${styles.row}`}>
    {result.member ? (
      <Face person={result.member} size="sm" />
    ) : (
      <IconBadge icon={searchKinds[kind].icon} size="sm" />
    )}
    <div className={styles.texts}>
      <Link to={result.url} className={styles.link} dir="auto">
        <Marked text={result.title} words={words} />
      </Link>
      {kind === "messages" && result.person && (
        <p className={quiet}>
          <bdi>{result.person.name}</bdi> · {result.text}
        </p>
      )}
      {kind !== "messages" && result.text && <Text kind={kind} text={result.text} words={words} />}
      {kind === "questions" && result.person && <p className={quiet}>Asked by {result.person.name}</p>}
    </div>
  </li>
);

/** Lines break between the facts about a member, or the cells of a board's row. */
function Text({ kind, text, words }: { kind: ResultKind; text: string; words: string[] }) {
  const facts = kind === "people" || kind === "boards" ? text.split(" · ") : [];
  if (facts.length < 2) {
    return (
      <p className={quiet} dir="auto">
        <Marked text={text} words={words} />
      </p>
    );
  }
  return (
    <p className={`${quiet} ${styles.facts}`}>
      {facts.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several may be the same
        <span key={place} dir="auto">
          <Marked text={fact} words={words} />
        </span>
      ))}
    </p>
  );
}

const Nothing = ({ q, isMember }: { q: string; isMember: boolean }) => (
  <EmptyState title={`Nothing found for “${q}”`}>
    <div className={stack[3]}>
      <p>Try fewer or shorter words, another spelling, or the name of a company or a course.</p>
      {useIsOn()("/questions/new") && (
        <p>
          <ButtonLink to={`/questions/new?title=${encodeURIComponent(q)}`}>Ask it as a question</ButtonLink>
        </p>
      )}
      {!isMember && <p className={quiet}>Members also find people and questions: log in to search them.</p>}
    </div>
  </EmptyState>
);

/** Pages cached on this device. Each opens as a document, so that the service worker answers. */
const Kept = ({ pages }: { pages: { title: string; href: string }[] }) => (
  <section aria-label="On this device">
    <p role="status">
      {pages.length > 0
        ? "No connection. These pages are on this device:"
        : "No connection, and nothing on this device has these words."}
    </p>
    <ul>
      {pages.map(({ title, href }) => (
        <li key={href} className={item}>
          <a
            href={href}
            className={styles.link}
            dir="auto"
            onClick={(event) => {
              event.preventDefault();
              location.assign(href);
            }}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </section>
);
