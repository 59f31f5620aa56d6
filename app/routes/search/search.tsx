import { Form, Link } from "react-router";
import { getViewer } from "../../auth/guards.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { PersonLine } from "../../people/person.tsx";
import { normalizeLine } from "../../schemas/fields.ts";
import { maxWholeSearchLength, type ResultKind, resultKinds } from "../../schemas/search-rules.ts";
import { limitSearch, type SearchResult, search } from "../../search/search.server.ts";
import { readWords } from "../../search/words.ts";
import { quiet, spread, stack } from "../../styles/layout.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { TextInput } from "../../ui/field.tsx";
import { item } from "../../ui/list.css.ts";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/search.ts";
import { Marked } from "./marked.tsx";
import * as styles from "./search.css.ts";

export const handle = { title: "Search", failed: "Failed to search" };

const shownOfKind = 3;
const maxShown = 100;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const sent = normalizeLine((url.searchParams.get("q") ?? "").slice(0, 4 * maxWholeSearchLength));
  const letters = Array.from(sent);
  const q = letters.slice(0, maxWholeSearchLength).join("").trim();
  const isMember = viewer !== null;
  const page = { q, isMember, isCut: letters.length > maxWholeSearchLength, words: readWords(q).words };
  if (!q) return { ...page, kinds: [], isNear: false };
  limitSearch(viewer, getRequestContext(context).address);
  const kind = resultKinds.find((one) => one === url.searchParams.get("kind"));
  const wanted = kind ? { kinds: [kind], limit: maxShown } : { limit: shownOfKind };
  return { ...page, ...(await search(viewer, q, wanted)) };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const titles: Record<ResultKind, string> = {
  people: "People",
  questions: "Questions",
  jobs: "Jobs",
  events: "Events",
  resources: "Notes",
  help: "Help pages",
};

/** The kinds whose lists have a search of their own. */
const lists: { [Kind in ResultKind]?: string } = {
  people: "/qa-threads",
  questions: "/questions",
  jobs: "/jobs",
  resources: "/resources/browse",
};

/** Where all of a kind are: the search of its list, or here. */
function listHref(kind: ResultKind, q: string, isNear: boolean): string {
  const { words, tag } = readWords(q);
  const list = lists[kind];
  // The list of jobs looks for its search as it stands, saved searches too.
  const isOnlyHere = kind === "jobs" && words.length > 1;
  if (!list || isNear || isOnlyHere) return `/search?${new URLSearchParams({ q, kind })}`;
  const query = new URLSearchParams();
  if (words.length > 0) query.set("search", words.join(" "));
  if (tag !== undefined) query.set(kind === "people" ? "topic" : "tag", tag);
  return `${list}?${query}`;
}

export default function Search({
  loaderData: { q, words, isMember, isCut, kinds, isNear },
}: Route.ComponentProps) {
  return (
    <div className={styles.body}>
      <Title>{q ? `Search: ${q}` : "Search"}</Title>
      <h1>Search</h1>
      <Form action="/search" role="search" className={styles.form}>
        <div className={styles.field}>
          <TextInput
            key={q}
            field={{ id: "q", name: "q", key: undefined, initialValue: q, errors: undefined }}
            label="Search everything"
            optional={false}
            type="search"
            maxLength={maxWholeSearchLength}
            enterKeyHint="search"
          />
        </div>
        <Button>Search</Button>
      </Form>
      {isCut && <p role="status">{`We looked for the first ${maxWholeSearchLength} characters.`}</p>}
      {isNear && <p role="status">Nothing is spelled like that. Here is what comes close.</p>}
      {!q && <p className={quiet}>Try a name, a course code, a company, or tag:electives.</p>}
      {q && kinds.length === 0 && <Nothing q={q} isMember={isMember} />}
      {kinds.map(({ kind, total, totalCountCapped, results }) => {
        const href = listHref(kind, q, isNear);
        const count = `${total}${totalCountCapped ? "+" : ""}`;
        return (
          <section key={kind} aria-labelledby={`found-${kind}`}>
            <div className={spread}>
              <h2 id={`found-${kind}`}>{titles[kind]}</h2>
              {total > results.length && (
                <Link to={href} className={styles.link} aria-label={`All ${count} in ${titles[kind]}`}>
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
  );
}

const Row = ({ kind, result, words }: { kind: ResultKind; result: SearchResult; words: string[] }) => (
  <li className={item}>
    {result.member ? (
      <PersonLine person={result.member} size="md" />
    ) : (
      <>
        <Link to={result.url} className={styles.link} dir="auto">
          <Marked text={result.title} words={words} />
        </Link>
        {result.text && (
          <p className={quiet} dir="auto">
            <Marked text={result.text} words={words} />
          </p>
        )}
        {kind === "questions" && result.person && <p className={quiet}>Asked by {result.person.name}</p>}
      </>
    )}
  </li>
);

const Nothing = ({ q, isMember }: { q: string; isMember: boolean }) => (
  <EmptyState title={`Nothing found for “${q}”`}>
    <div className={stack[3]}>
      <p>Try fewer or shorter words, another spelling, or the name of a company or a course.</p>
      <p>
        <ButtonLink to={`/questions/new?title=${encodeURIComponent(q)}`}>Ask it as a question</ButtonLink>
      </p>
      {!isMember && <p className={quiet}>Members also find people and questions: log in to search them.</p>}
    </div>
  </EmptyState>
);
