import { type RefObject, useRef, useSyncExternalStore } from "react";
import { redirect, useNavigation, useOutlet } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { keepUnderDialog } from "../../client/dialogs.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { loadRequestCount } from "../../people/connections.server.ts";
import { getAlumniYear } from "../../people/study-status.server.ts";
import { directoryQuerySchema } from "../../schemas/user.ts";
import { page, skipLink, visuallyHidden } from "../../styles/global.css.ts";
import { ButtonLink, Spinner } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import type { FormFailure } from "../../ui/form.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { RequestsLine } from "../../ui/requests-line.tsx";
import { peopleAndQuestions, Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { act } from "./act.server.ts";
import { actTexts } from "./acts.ts";
import { BatchGroup } from "./batch-group.tsx";
import * as styles from "./directory.css.ts";
import { Filters } from "./filters.tsx";
import { listHref } from "./list-filter.ts";
import { loadDirectory } from "./queries.server.ts";

export const handle = { dialogs: true };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const { searchParams } = url;
  const sent = directoryQuerySchema.parse(Object.fromEntries(searchParams));
  const { search } = sent;
  const isAlumni = sent.batch === "alumni";
  const batch = sent.batch === "alumni" ? undefined : sent.batch;
  const after = batch === undefined ? undefined : sent.after;
  const before = batch === undefined ? sent.before : undefined;
  const address = { search, batch: sent.batch, before, after: after && `${after.id}.${after.name}` };
  // A form without scripts submits its empty fields too.
  if ([...searchParams.values()].some((value) => value.trim() === "")) throw redirect(listHref(address));

  const result = await queryOrNull(context, () =>
    Promise.all([
      loadDirectory(viewer.id, {
        search,
        batch,
        alumniBefore: isAlumni ? getAlumniYear() : undefined,
        before,
        after,
      }),
      after ? 0 : loadRequestCount(viewer.id),
    ]),
  );
  const [directory, requests] = result ?? [null, 0];
  const filter = { search: search ?? "", batch: String(sent.batch ?? "") };
  const isContinued = before !== undefined || after !== undefined;
  return { filter, query: listHref(address, ""), isContinued, directory, requests };
}

export const clientLoader = withFallback(({ url }) => {
  const { searchParams, search } = new URL(url);
  return {
    filter: { search: searchParams.get("search") ?? "", batch: searchParams.get("batch") ?? "" },
    query: search,
    isContinued: false,
    directory: null,
    requests: 0,
  };
});

export const action = act;

export const clientAction = keepForm(actTexts);

export const shouldRevalidate = keepUnderDialog;

/** The student directory, and over it a member's details. Without scripts these are a page alone. */
export default function Directory({ loaderData, actionData }: Route.ComponentProps) {
  const dialog = useOutlet(loaderData.query);
  const hasScripts = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <>
      {dialog ?? <Title>Q&A Threads</Title>}
      {dialog && !hasScripts ? (
        <h1 className={visuallyHidden}>Q&A Threads</h1>
      ) : (
        <DirectoryPage loaderData={loaderData} failure={actionData?.failure} />
      )}
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function DirectoryPage({
  loaderData,
  failure,
}: {
  loaderData: LoaderData;
  failure: FormFailure | undefined;
}) {
  const { filter, directory, requests } = loaderData;
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === "/qa-threads";
  const results = useRef<HTMLElement>(null);
  return (
    <div className={page}>
      <div className={styles.head}>
        <div>
          <h1>Q&A Threads</h1>
          <p className={styles.tagline}>Turn confusion into clarity with peer-powered Q&A threads.</p>
          <p className={styles.tagline}>
            The people of our college, students and alumni: find someone by skill, branch or company, and ask.
          </p>
        </div>
        {directory && <p className={styles.counts}>{directory.everyone}</p>}
      </div>
      <Tabs className={styles.tabs} label="Q&A" links={peopleAndQuestions} current="/qa-threads" />
      <FormAlert failure={failure} />
      <div className={styles.requests}>
        <RequestsLine count={requests} />
      </div>
      <a href="#results" className={skipLink}>
        Skip to results
      </a>
      <Filters
        filter={filter}
        years={directory?.years ?? []}
        found={directory?.foundMembers ?? null}
        onShow={() => results.current?.focus()}
      />
      <Results loaderData={loaderData} isLoading={isLoading} section={results} />
    </div>
  );
}

function Results({
  loaderData: { filter, query, isContinued, directory },
  isLoading,
  section,
}: {
  loaderData: LoaderData;
  isLoading: boolean;
  section: RefObject<HTMLElement | null>;
}) {
  const isFiltered = filter.search !== "" || filter.batch !== "";
  const isShown = isFiltered && directory !== null && directory.groups.length > 0;
  const firstHref = listHref({
    search: filter.search,
    batch: filter.batch === "alumni" ? "alumni" : filter.batch === "" ? undefined : Number(filter.batch),
  });
  return (
    <section
      ref={section}
      id="results"
      className={styles.results}
      tabIndex={-1}
      aria-label="Students"
      aria-busy={isLoading}
    >
      {directory === null ? (
        <LoadFailure text="Failed to load students" />
      ) : (
        <>
          <p className={isShown || isLoading ? styles.found : styles.nothingFound}>
            <span role="status">{isShown && `Showing ${directory.found}`}</span>{" "}
            {isLoading && <Spinner label="Loading" />}
          </p>
          {directory.groups.map((group) => (
            <BatchGroup key={`${group.year} ${query}`} group={group} query={query} />
          ))}
          {directory.groups.length === 0 && (
            <EmptyState title="No students found">
              <p>
                {isFiltered
                  ? "Try adjusting your search or filter criteria"
                  : "No registered students found yet."}
              </p>
            </EmptyState>
          )}
          {(isContinued || directory.earlierHref) && (
            <nav className={styles.more} aria-label="More students">
              {isContinued && (
                <ButtonLink to={firstHref} variant="ghost">
                  Back to the first students
                </ButtonLink>
              )}
              {directory.earlierHref && (
                <ButtonLink to={directory.earlierHref} variant="outline">
                  Earlier batches
                </ButtonLink>
              )}
            </nav>
          )}
        </>
      )}
    </section>
  );
}
