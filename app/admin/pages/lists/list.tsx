import { useNavigation } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { pair, quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/list.ts";
import {
  addEntry,
  deleteEntry,
  hideEntry,
  listFields,
  listSchemas,
  loadList,
  moveEntry,
  saveEntry,
} from "./list-store.server.ts";
import { isListName, type ListName, listLabels, listTexts } from "./list-texts.ts";

export const handle = { title: "Settings", failed: "Failed to load the list" };

function requireList(list: string | undefined): ListName {
  if (!isListName(list)) throw new HttpError(404);
  return list;
}

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const list = requireList(args.params.list);
  return {
    list,
    rules: getFieldRules<string>(listFields[list]) as FormRules<FieldName>,
    entries: await loadEntries(list),
  };
}

const loadEntries = async (list: ListName) =>
  (await loadList(list)).map(({ id, version, ...entry }) => ({
    ...entry,
    id: String(id),
    version: String(version),
  }));

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = {
  failed: "The list couldn't be saved. Please try again.",
  loggedOut: "You have been logged out. Log in again, then save.",
};

export const action = (args: Route.ActionArgs) => {
  const list = requireList(args.params.list);
  const { noun } = listTexts[list];
  const page = args.url.pathname;
  const say = (text: string) => redirectWithFlash(args.context, page, { text });
  const sayWithUndo = (text: string, form: PostedForm, intent: string) =>
    redirectWithFlash(args.context, page, {
      text,
      undo: { action: page, fields: { intent, id: form.text("id") } },
    });
  const entryOf = (form: PostedForm) => ({ id: toId(form.text("id")), version: form.versions?.[0] });
  const move =
    (by: -1 | 1) =>
    async (form: PostedForm, { id }: Viewer) =>
      sayWithUndo(
        `“${await moveEntry(list, id, entryOf(form), by)}” is moved.`,
        form,
        by === 1 ? "up" : "down",
      );
  const hide =
    (isHidden: boolean) =>
    async (form: PostedForm, { id }: Viewer) =>
      sayWithUndo(
        `“${await hideEntry(list, id, entryOf(form), isHidden)}” is ${isHidden ? "hidden" : "shown again"}.`,
        form,
        isHidden ? "show" : "hide",
      );
  return submitForm(
    args,
    {
      auth: "admin",
      fields: ["id", "version", ...Object.keys(listFields[list])],
      texts,
      async readStored(form) {
        const entry = (await loadEntries(list)).find(({ id }) => id === form.text("id"));
        return entry ? { version: entry.version, values: entry.values } : null;
      },
    },
    {
      async add(form, { id }) {
        const values = form.parse(listSchemas[list]);
        await addEntry(list, id, values);
        return say(`The ${noun} “${values.name}” is added.`);
      },
      async save(form, { id }) {
        const values = form.parse(listSchemas[list]);
        await saveEntry(list, id, entryOf(form), values);
        return say(`The ${noun} “${values.name}” is saved.`);
      },
      hide: hide(true),
      show: hide(false),
      up: move(-1),
      down: move(1),
      delete: async (form, { id }) => say(`“${await deleteEntry(list, id, entryOf(form))}” is deleted.`),
    },
  );
};

export const clientAction = preserveForm(texts);

type FieldName = keyof typeof listLabels;
type Entry = Route.ComponentProps["loaderData"]["entries"][number];

export default function EditList({ loaderData: { list, rules, entries } }: Route.ComponentProps) {
  const { title, noun, intro } = listTexts[list];
  return (
    <>
      <Title>{title}</Title>
      <div>
        <Back to="/admin/settings">Settings</Back>
        <h1>{title}</h1>
      </div>
      <p className={quiet}>{intro}</p>
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {entries.map((entry, index) => (
            <li key={`${entry.id}-${entry.version}`}>
              <EditEntry
                entry={entry}
                rules={rules}
                isFirst={index === 0}
                isLast={index === entries.length - 1}
              />
            </li>
          ))}
        </ul>
      )}
      <AddEntry key={entries.length} noun={noun} rules={rules} entries={entries} />
    </>
  );
}

const describeYears = (years: string) => (years === "1" ? "1 year" : `${years} years`);

interface EntryProps {
  entry: Entry;
  rules: FormRules<FieldName>;
  isFirst: boolean;
  isLast: boolean;
}

function EditEntry({ entry, rules, isFirst, isLast }: EntryProps) {
  const { id, values, version, isHidden } = entry;
  const pageFailure = useFailure("save", "hide", "show", "up", "down", "delete");
  const failure = pageFailure?.initialValue?.id === id ? pageFailure : null;
  const pending = useNavigation().formData;
  const isPending = (intent: string) => pending?.get("id") === id && pending.get("intent") === intent;
  const [form, fields] = usePageForm({
    id: `entry-${id}`,
    failure,
    rules,
    defaultValue: { ...values, version },
  });
  const button = (intent: string, text: string) => (
    <Button
      variant="outline"
      name="intent"
      value={intent}
      formNoValidate
      loading={isPending(intent)}
      aria-label={`${text}: ${values.name}`}
    >
      {text}
    </Button>
  );
  return (
    <details open={failure !== null}>
      <summary className={styles.entrySummary}>
        <span>{values.name}</span>
        <span className={quiet}>
          {[values.years && describeYears(values.years), isHidden && "Hidden"].filter(Boolean).join(" · ")}
        </span>
      </summary>
      <PageForm form={form} className={stack[4]}>
        <input type="hidden" name="id" value={id} />
        <Fields rules={rules} fields={fields} />
        <div className={row[3]}>
          <Button name="intent" value="save" loading={isPending("save")}>
            Save
          </Button>
          {!isFirst && button("up", "Move up")}
          {!isLast && button("down", "Move down")}
          {isHidden ? button("show", "Show") : button("hide", "Hide")}
          {button("delete", "Delete")}
        </div>
      </PageForm>
    </details>
  );
}

/** Also shows what was typed for an entry that somebody else has deleted. */
function AddEntry({
  noun,
  rules,
  entries,
}: {
  noun: string;
  rules: FormRules<FieldName>;
  entries: readonly Entry[];
}) {
  const pageFailure = useFailure();
  const isOfEntry = entries.some(({ id }) => id === pageFailure?.initialValue?.id);
  const [form, fields] = usePageForm({
    id: "add",
    failure: isOfEntry ? null : pageFailure,
    rules,
  });
  const isAdding = useNavigation().formData?.get("intent") === "add";
  return (
    <section aria-labelledby="add-title">
      <PageForm
        form={form}
        className={stack[4]}
        heading={
          <h2 id="add-title" className={size.large}>
            {`Add a ${noun}`}
          </h2>
        }
      >
        <Fields rules={rules} fields={fields} />
        <div>
          <Button name="intent" value="add" loading={isAdding}>
            Add
          </Button>
        </div>
      </PageForm>
    </section>
  );
}

const Fields = ({
  rules,
  fields,
}: {
  rules: FormRules<FieldName>;
  fields: ReturnType<typeof usePageForm<FieldName>>[1];
}) => (
  <div className={pair}>
    {(Object.keys(rules) as FieldName[]).map((name) => (
      <TextInput
        key={name}
        field={fields[name]}
        label={listLabels[name]}
        {...(name === "years" && { type: "number", inputMode: "numeric", min: 1, max: 6 })}
      />
    ))}
  </div>
);
