import { useRef } from "react";
import { redirect, useNavigation, useOutlet } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { skipUnderDialog } from "#app/ui/client/dialogs.ts";
import { fieldTexts, hasEmptyParts } from "#app/ui/client/filter-address.ts";
import { withFallback } from "#app/ui/client/requests.ts";
import { Area } from "#app/ui/drawing.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { page, skipLink, visuallyHidden } from "#app/ui/styles/global.css.ts";
import { peopleAndQuestions, Tabs } from "#app/ui/tabs.tsx";
import { readCursor } from "#db/scopes/pages.ts";
import { directoryQuerySchema, memberCursor } from "../../member-filter.server.ts";
import { getAlumniYear } from "../../study-status.server.ts";
import type { Route } from "./+types/list.ts";
import * as styles from "./directory.css.ts";
import { Filters, useHasScripts } from "./filters.tsx";
import { listFilterNames, listHref } from "./list-filter.ts";
import { actTexts } from "./member-act-texts.ts";
import { memberAction } from "./member-acts.server.ts";
import { loadDirectory, loadSuggestions, toAddress } from "./read-directory.server.ts";
import { DirectoryResults } from "./results.tsx";

export const handle = { hasDialogs: true };

const nothingLoaded = { directory: null, suggestions: { topics: [], companies: [], branches: [] } };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const { searchParams } = url;
  const cursor = readCursor(url) ?? "";
  const sent = directoryQuerySchema.parse({
    ...Object.fromEntries(searchParams),
    before: cursor,
    after: cursor,
  });
  const isAlumni = sent.batch === "alumni";
  const batch = sent.batch === "alumni" ? undefined : sent.batch;
  // The list of batches continues before a year, a single batch after one of its members.
  const after = batch === undefined ? undefined : sent.after;
  const before = batch === undefined ? sent.before : undefined;
  const address = {
    ...toAddress(sent),
    batch: sent.batch,
    cursor: after ? memberCursor(after) : before,
  };
  if (hasEmptyParts(searchParams)) throw redirect(listHref(address));

  limitListSearch(viewer, getRequestContext(context), sent);
  const alumniBefore = isAlumni ? getAlumniYear() : undefined;
  const found = await queryOrNull(context, async () => ({
    directory: await loadDirectory(viewer.id, { ...sent, batch, alumniBefore, before, after }),
    suggestions: await loadSuggestions(sent),
  }));
  const filter = fieldTexts(listFilterNames, (name) => address[name]);
  return { filter, query: listHref(address, ""), ...(found ?? nothingLoaded) };
}

export const clientLoader = withFallback(({ url }) => {
  const { searchParams, search } = new URL(url);
  const filter = fieldTexts(listFilterNames, (name) => searchParams.get(name));
  return { filter, query: search, ...nothingLoaded };
});

export const action = memberAction;

export const clientAction = preserveForm(actTexts);

export const shouldRevalidate = skipUnderDialog;

/**
 * The student directory, with a member's details in a dialog over it. Without scripts the details are a page of their
 * own.
 */
export default function Directory({ loaderData }: Route.ComponentProps) {
  const dialog = useOutlet(loaderData.query);
  const hasScripts = useHasScripts();
  return (
    <>
      {dialog ?? <Title>Q&A Threads</Title>}
      {dialog && !hasScripts ? (
        <h1 className={visuallyHidden}>Q&A Threads</h1>
      ) : (
        <DirectoryPage loaderData={loaderData} />
      )}
    </>
  );
}

function DirectoryPage({
  loaderData: { filter, query, directory, suggestions },
}: {
  loaderData: Route.ComponentProps["loaderData"];
}) {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === "/qa-threads";
  const results = useRef<HTMLElement>(null);
  return (
    <div className={page}>
      <div className={styles.head}>
        <div>
          <h1>Q&A Threads</h1>
          <p className={styles.tagline}>Turn confusion into clarity with peer-powered Q&A threads.</p>
          <p className={styles.about}>
            The people of our college, students and alumni: find someone by skill, branch or company, and ask.
          </p>
        </div>
        <Area className={styles.area} name="round-table" />
      </div>
      <div className={styles.parts}>
        <Tabs className={styles.tabs} label="Q&A" links={peopleAndQuestions} current="/qa-threads" />
        {directory && <p className={styles.everyone}>{directory.everyone}</p>}
      </div>
      <FormAlert />
      <a href="#results" className={skipLink}>
        Skip to results
      </a>
      <Filters
        filter={filter}
        years={directory?.years ?? []}
        suggestions={suggestions}
        found={directory?.foundMembers ?? null}
        onShow={() => results.current?.focus()}
      />
      <DirectoryResults
        directory={directory}
        query={query}
        isFiltered={Object.values(filter).some(Boolean)}
        isLoading={isLoading}
        section={results}
      />
    </div>
  );
}
