import { data, Form, Link, useNavigation } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { deleteSearch, saveSearch, selectSearches } from "../../notices/searches.server.ts";
import { toId } from "../../schemas/fields.ts";
import { savedSearchSchema } from "../../schemas/saved-search.ts";
import { savedSearchTexts } from "../../schemas/saved-search-texts.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/searches.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./texts.ts";

const path = "/account/searches";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { searchParams } = args.url;
  const found = await queryOrNull(args.context, () => selectSearches(viewer.id));
  const kind = searchParams.get("kind") === "questions" ? "questions" : "jobs";
  const query = searchParams.get("query")?.slice(0, 500);
  return {
    asked: query ? { kind, query, text: describe(kind, query) } : null,
    searches: found?.map((search) => ({
      id: search.id,
      href: `/${search.kind}?${search.query}`,
      text: describe(search.kind, search.query),
      isDaily: search.frequency === "daily",
    })),
  };
}

/** A query as its values: "Jobs: firmware, remote". */
function describe(kind: string, query: string): string {
  const values = [...new URLSearchParams(query)]
    .filter(([name]) => name !== "showOpenOnly" && name !== "cursor")
    .map(([, value]) => value);
  return `${kind === "jobs" ? "Jobs" : "Questions"}: ${values.join(", ") || "all"}`;
}

export const clientLoader = withFallback(() => ({ asked: null, searches: undefined }));

const texts = { failed: savedSearchTexts.failed, loggedOut: accountTexts.loggedOut };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: ["intent", "id", "kind", "query", "frequency"], texts }, async (form) => {
    const intent = form.text("intent");
    if (intent === "delete") {
      const deleted = await deleteSearch(viewer.id, toId(form.text("id")));
      return redirectAndTell(args.context, path, {
        text: "The saved search is deleted.",
        ...(deleted && { undo: { action: path, fields: { ...deleted, intent: "save" } } }),
      });
    }
    if (intent !== "save") throw data("This page does not have that button.", 400);
    await saveSearch(viewer.id, form.parse(savedSearchSchema));
    return redirectAndTell(args.context, path, { text: "The search is saved. We tell you about new ones." });
  });
}

export const clientAction = keepForm(texts);

export default function Searches({ loaderData: { asked, searches }, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formAction === path;
  return (
    <AccountPage title="Saved searches">
      <FormAlert failure={actionData?.failure} />
      {asked && (
        <Form method="post" className={styles.part}>
          <input type="hidden" name="kind" value={asked.kind} />
          <input type="hidden" name="query" value={asked.query} />
          <input type="hidden" name="intent" value="save" />
          <p>
            Tell me what is new in <b className={styles.name}>{asked.text}</b>
          </p>
          <div className={styles.row}>
            <Button name="frequency" value="at-once" loading={isSaving}>
              At once
            </Button>
            <Button name="frequency" value="daily" variant="outline" loading={isSaving}>
              Daily
            </Button>
          </div>
        </Form>
      )}
      {!searches && <LoadFailure text={savedSearchTexts.loadFailed} />}
      {searches?.length === 0 && !asked && (
        <p>
          Filter the <Link to="/jobs">jobs</Link>, or choose a tag of the{" "}
          <Link to="/questions">questions</Link>, and press “Tell me about new ones” there.
        </p>
      )}
      {searches && searches.length > 0 && (
        <ul className={styles.list}>
          {searches.map(({ id, href, text, isDaily }) => (
            <li key={id} className={styles.item}>
              <div>
                <Link to={href} className={styles.name}>
                  <bdi>{text}</bdi>
                </Link>
                <p className={styles.quiet}>{isDaily ? "Daily" : "At once"}</p>
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
