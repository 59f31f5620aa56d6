import { Form, Link, useSearchParams } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { formatDateTime, formatDay } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List, useIsFirstPage } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { requireOwnBoard } from "../boards.server.ts";
import { findVersion, restoreVersion, selectVersions, type VersionRow } from "../history.server.ts";
import { boardKindLabels, boardTexts } from "../rules.ts";
import { renderBoard } from "../tables.server.ts";
import type { Route } from "./+types/history.ts";
import * as styles from "./boards.css.ts";

export const handle = { title: "History of a board", failed: boardTexts.loadFailed };

const pageSize = 10;

export async function loader(args: Route.LoaderArgs) {
  const board = await requireOwnBoard(args.params.slug, await requireViewer(args));
  const rows = await selectVersions(board.id, { limit: pageSize + 1, before: readIdCursor(args.url) });
  // One text at a time, because rendering several long tables would hold up other requests.
  const opened = await findVersion(board.id, toId(args.url.searchParams.get("version") ?? ""));
  return {
    slug: board.slug,
    title: board.title,
    opened: opened && { id: String(opened.id), html: renderBoard(opened.body) },
    ...pageOf(rows, pageSize, present),
  };
}

const present = ({ id, author, restoredFrom, savedAt, ...version }: VersionRow) => ({
  id: String(id),
  what:
    restoredFrom === null
      ? `${author} saved this, ${formatDateTime(savedAt)}`
      : `${author} restored what was saved on ${formatDateTime(restoredFrom)}, ${formatDateTime(savedAt)}`,
  title: version.title,
  facts: [
    boardKindLabels[version.kind],
    version.until ? `valid until ${formatDay(version.until)}` : "without a date",
  ].join(" · "),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: boardTexts.actFailed, loggedOut: boardTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["id"], texts },
    {
      async restore(form, viewer) {
        const board = await requireOwnBoard(args.params.slug, viewer);
        await restoreVersion(viewer, board, toId(form.text("id")));
        return redirectWithFlash(args.context, `/boards/${board.slug}`, {
          text: "The board is back to that version.",
        });
      },
    },
  );

export const clientAction = preserveForm(texts);

export default function History({ loaderData: { slug, title, opened, rows, next } }: Route.ComponentProps) {
  const isFirst = useIsFirstPage();
  const cursor = useSearchParams()[0].get("cursor");
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title>{handle.title}</Title>
      <Back to={`/boards/${slug}`}>{title}</Back>
      <h1>History</h1>
      <FormAlert />
      <List
        rows={rows}
        next={next}
        className={styles.list}
        empty={["No versions", "Nothing has been saved yet."]}
      >
        {(version) => {
          const isCurrent = isFirst && version === rows[0];
          const isOpen = version.id === opened?.id;
          const query = new URLSearchParams({
            ...(cursor && { cursor }),
            ...(!isOpen && { version: version.id }),
          });
          return (
            <li key={version.id} className={styles.version}>
              <h2 className={quiet}>{version.what}</h2>
              <Link
                to={`?${query}`}
                preventScrollReset
                className={buttonClass({ variant: "link" })}
                aria-current={isOpen || undefined}
              >
                <bdi>{version.title}</bdi>
              </Link>
              <p className={quiet}>{version.facts}</p>
              {isOpen && <Prose html={opened.html} className={styles.prose} />}
              {isCurrent ? (
                <p className={quiet}>This is the current version.</p>
              ) : (
                <Form method="post">
                  <input type="hidden" name="id" value={version.id} />
                  <Button
                    size="sm"
                    variant="outline"
                    name="intent"
                    value="restore"
                    aria-label={`Restore: ${version.what}`}
                  >
                    Restore
                  </Button>
                </Form>
              )}
            </li>
          );
        }}
      </List>
    </div>
  );
}
