import { Form } from "react-router";
import { FoundMembers } from "#app/people/found-members.tsx";
import { listByName, readName } from "#app/people/member-filter.server.ts";
import { presentPerson } from "#app/people/person.server.ts";
import { PersonLine } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { FlashLine } from "#app/ui/flash.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, size, small, stack } from "#app/ui/styles/layout.css.ts";
import { editBoard, requireOwnBoard, selectKeepers } from "../boards.server.ts";
import { boardRules, boardTexts } from "../rules.ts";
import type { Route } from "./+types/keepers.ts";
import * as styles from "./boards.css.ts";

export const handle = { title: "Keepers", failed: boardTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const board = await requireOwnBoard(args.params.slug, viewer);
  const name = readName(args.url);
  const isFull = board.keepers.length >= boardRules.keepers;
  const people = await selectKeepers(board.id);
  return {
    slug: board.slug,
    title: board.title,
    filter: { name },
    found: name && !isFull ? await listByName(viewer, name, board.keepers) : null,
    isFull,
    keepers: people.map((row) => ({ id: String(row.id), person: presentPerson(row) })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: boardTexts.actFailed, loggedOut: boardTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const save = async (viewer: Viewer, text: string, change: (keepers: number[]) => number[]) => {
    const stored = await requireOwnBoard(args.params.slug, viewer);
    const { title, kind, body, until } = stored;
    const keepers = change(stored.keepers);
    if (keepers.length > boardRules.keepers) throw HttpError.forFields({ member: [boardTexts.manyKeepers] });
    await editBoard(viewer, stored, { content: { title, kind, body, until }, keepers });
    // Former keepers can't open this page.
    const isEditor = viewer.isAdmin || keepers.includes(viewer.id);
    return redirectWithFlash(args.context, `/boards/${stored.slug}${isEditor ? "/keepers" : ""}`, { text });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["member", "person"], texts: { failed: texts.failed } },
    {
      add: (form, viewer) =>
        save(viewer, "They can change the board now.", (keepers) => [
          ...new Set([...keepers, toId(form.text("member"))]),
        ]),
      remove: (form, viewer) =>
        save(viewer, "They can no longer change the board.", (keepers) =>
          keepers.filter((id) => id !== toId(form.text("person"))),
        ),
    },
  );
};

export const clientAction = preserveForm(texts);

export default function Keepers({ loaderData: page }: Route.ComponentProps) {
  const action = `/boards/${page.slug}/keepers`;
  const search = useFilterForm(page.filter);
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title>{handle.title}</Title>
      <Back to={`/boards/${page.slug}`}>{page.title}</Back>
      <div>
        <h1>{handle.title}</h1>
        <p className={quiet}>They can change the board. At most {boardRules.keepers}.</p>
      </div>
      <FlashLine />
      <FormAlert />
      {page.keepers.length === 0 && <p>Nobody keeps this board. Administrators can change it.</p>}
      <ul className={styles.people}>
        {page.keepers.map(({ id, person }) => (
          <li key={id}>
            <PersonLine person={person} />
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="person" value={id} />
              <Button
                size="sm"
                variant="outline"
                name="intent"
                value="remove"
                aria-label={`Remove ${person.name}`}
              >
                Remove
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {!page.isFull && (
        <section className={stack[3]} aria-labelledby="add-keeper">
          <h2 id="add-keeper" className={size.body}>
            Add a keeper
          </h2>
          <Form action={action} role="search" className={stack[1]} {...search}>
            <SearchField
              name="name"
              label="Name of a member"
              placeholder="Type a name"
              defaultValue={page.filter.name}
              maxLength={maxNameSearchLength}
            />
          </Form>
          <div role="status">
            {page.found?.length === 0 && <p className={small}>Nobody else here has this name.</p>}
          </div>
          {page.found && page.found.length > 0 && (
            <FoundMembers
              found={page.found}
              action={action}
              intent="add"
              verb="Add"
              className={styles.people}
            />
          )}
        </section>
      )}
    </div>
  );
}
