import { Form, Link, useNavigation } from "react-router";
import { type AnyJobFilter, type JobFilterName, jobFilters } from "#app/jobs/filter.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { savedSearchSchema } from "#app/saved-searches/input.server.ts";
import { deleteSearch, saveSearch, selectSearches } from "#app/saved-searches/saved-searches.server.ts";
import { savedSearchTexts } from "#app/saved-searches/texts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Choices } from "#app/ui/forms/choices.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/searches.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";

const path = "/account/searches";

export const handle = { title: "Saved searches", failed: savedSearchTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { searchParams } = args.url;
  const kind = searchParams.get("kind") === "questions" ? "questions" : "jobs";
  const query = searchParams.get("query")?.slice(0, 500);
  const searches = (await selectSearches(viewer.id)).filter(({ kind }) => isAreaOn(kind));
  return {
    requested: query && isAreaOn(kind) ? { kind, query, text: describe(kind, query) } : null,
    searches: searches.map((search) => ({
      id: search.id,
      href: `/${search.kind}?${search.query}`,
      text: describe(search.kind, search.query),
      isDaily: search.frequency === "daily",
    })),
  };
}

/** A query in words: "Jobs: firmware, Remote, Minimum salary 25000". */
function describe(kind: string, query: string): string {
  const values = [...new URLSearchParams(query)].flatMap(([name, value]) => describeValue(name, value));
  return `${kind === "jobs" ? "Jobs" : "Questions"}: ${values.join(", ") || "all"}`;
}

/** Returns no text for parameters that do not filter. */
function describeValue(name: string, value: string): string[] {
  if (name === "cursor") return [];
  const filter: AnyJobFilter | undefined = jobFilters[name as JobFilterName];
  switch (filter?.kind) {
    case "choices":
      return [filter.labels[value] ?? value];
    case "number":
      return [`${filter.label} ${value}`];
    case "open":
      return [];
    case "one":
      return name === "sort" ? [] : [value];
    default:
      return [value];
  }
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const fields = ["id", "kind", "query", "frequency"];

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields, texts: savedSearchTexts },
    {
      save: async (form, viewer) => {
        const { id, kind, query } = await saveSearch(viewer.id, form.parse(savedSearchSchema));
        return redirectWithFlash(args.context, `/${kind}?${query}`, {
          text: "The search is saved. We'll tell you about new results.",
          undo: { action: path, fields: { intent: "delete", id: String(id) } },
        });
      },
      delete: async (form, viewer) => {
        const deleted = await deleteSearch(viewer.id, toId(form.text("id")));
        return redirectWithFlash(args.context, path, {
          text: "The saved search is deleted.",
          ...(deleted && { undo: { action: path, fields: { ...deleted, intent: "restore" } } }),
        });
      },
      restore: async (form, viewer) => {
        await saveSearch(viewer.id, form.parse(savedSearchSchema));
        return redirectWithFlash(args.context, path, { text: "The search is saved again." });
      },
    },
  );

export const clientAction = preserveForm({ ...savedSearchTexts, loggedOut: accountTexts.loggedOut });

const frequencies = [
  ["at-once", "At once", "As soon as one is posted."],
  ["daily", "Daily", "Once a day, in your digest."],
] as const;

export default function Searches({ loaderData: { requested, searches } }: Route.ComponentProps) {
  const isSaving = useNavigation().state === "submitting";
  const failure = useFailure();
  const isOn = useIsOn();
  const [hasJobs, hasQuestions] = [isOn("/jobs"), isOn("/questions")];
  return (
    <AccountPage title={requested ? "Save this search" : "Saved searches"}>
      <FormAlert />
      {requested && (
        <Form method="post" className={styles.form}>
          <input type="hidden" name="kind" value={requested.kind} />
          <input type="hidden" name="query" value={requested.query} />
          <blockquote className={styles.quote}>{requested.text}</blockquote>
          <Choices
            className={styles.choices}
            field={{ name: "frequency" }}
            legend="Tell me about new results"
            choices={frequencies}
            preset={failure?.initialValue?.frequency === "daily" ? "daily" : "at-once"}
          />
          <div className={row[3]}>
            <Button name="intent" value="save" loading={isSaving}>
              Save
            </Button>
            <ButtonLink to={`/${requested.kind}?${requested.query}`} variant="outline">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      )}
      {searches.length === 0 && !requested && (hasJobs || hasQuestions) && (
        <EmptyState title="No saved searches yet" scene="lead">
          <p>
            {hasJobs && (
              <>
                Filter the <Link to="/jobs">jobs</Link>
              </>
            )}
            {hasQuestions && (
              <>
                {hasJobs ? ", or choose" : "Choose"} a tag in <Link to="/questions">Questions</Link>
                {hasJobs && ","}
              </>
            )}{" "}
            and press “Tell me about new ones” there.
          </p>
        </EmptyState>
      )}
      {requested && searches.length > 0 && <h2>Saved searches</h2>}
      {searches.length > 0 && (
        <ul className={styles.list}>
          {searches.map(({ id, href, text, isDaily }) => (
            <li key={id} className={styles.item}>
              <div>
                <Link to={href} className={styles.name}>
                  <bdi>{text}</bdi>
                </Link>
                <p className={quiet}>{isDaily ? "Daily" : "At once"}</p>
              </div>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <Button
                  variant="outline"
                  size="sm"
                  name="intent"
                  value="delete"
                  aria-label={`Delete: ${text}`}
                >
                  Delete
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </AccountPage>
  );
}
