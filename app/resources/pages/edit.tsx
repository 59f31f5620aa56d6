import { eq, getTableColumns, sql } from "drizzle-orm";
import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, parseForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { toFieldText } from "#app/ui/forms/field-text.ts";
import type { Field } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow, visuallyHidden } from "#app/ui/styles/global.css.ts";
import { row } from "#app/ui/styles/layout.css.ts";
import { db, fileTexts, resourceCategories, resources } from "#db/index.ts";
import { canEditResource } from "#db/scopes/resources.ts";
import { resourceFields, resourceSchema } from "../input.server.ts";
import { updateResource } from "../resources.server.ts";
import { examLabels, resourceTexts, resourceTypeLabels } from "../rules.ts";
import { type Suggestion, suggest, suggestedNames } from "../suggest.ts";
import type { Route } from "./+types/edit.ts";
import {
  findOfferedEvent,
  listCategoryChoices,
  listCourseCodes,
  resourceRules,
} from "./read-resources.server.ts";
import { ResourceFields } from "./resource-fields.tsx";
import { SuggestedValues } from "./suggestions.tsx";
import * as styles from "./upload.css.ts";
import { toUploadError } from "./upload-answer.server.ts";

const title = "Edit this resource";

export const handle = { title, failed: resourceTexts.hubFailed };

const texts = { failed: resourceTexts.editFailed, loggedOut: resourceTexts.loggedOut };

export async function loader({ request, params: { id }, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const resource = await requireEditable(id, viewer);
  return {
    id,
    rules: resourceRules,
    categories: await listCategoryChoices(resource.categoryId),
    years: Math.max(settings.resourceYears, resource.year),
    courseCodes: await listCourseCodes(),
    event: await findEventOf(resource.id),
    values: toValues(resource),
    suggestions: await loadTextSuggestions(resource),
  };
}

async function requireEditable(id: string, viewer: Viewer) {
  const [resource] = await db
    .select({ ...getTableColumns(resources), canEdit: canEditResource(viewer) })
    .from(resources)
    .where(eq(resources.id, toId(id)));
  if (!resource) throw new HttpError(404, resourceTexts.gone);
  if (!resource.canEdit) throw new HttpError(403, resourceTexts.notYours);
  return resource;
}

async function loadTextSuggestions({ fileName, fileSha256 }: typeof resources.$inferSelect) {
  const [file] = await db
    .select({ text: sql<string>`substr(${fileTexts.text}, 1, 2000)` })
    .from(fileTexts)
    .where(eq(fileTexts.sha256, fileSha256));
  return suggest(fileName, Number(today().slice(0, 4)), file?.text.split("\f")[0]);
}

/** Keeps the suggestions that differ from the form's values and suit its kind. */
const offer = (suggestions: readonly Suggestion[], { resourceType, ...values }: Record<string, string>) =>
  suggestions.filter(({ name, value }) => {
    if (name === "resourceType") return !resourceType;
    const isOfPapers = name === "paperYear" || name === "exam";
    return value !== values[name] && (!isOfPapers || !resourceType || resourceType === "past-paper");
  });

/** The event that a resource belongs to. */
async function findEventOf(id: number) {
  const [resource] = await db
    .select({ eventId: resources.eventId })
    .from(resources)
    .where(eq(resources.id, id));
  return resource?.eventId ? findOfferedEvent(resource.eventId) : null;
}

const toValues = (resource: typeof resources.$inferSelect) => ({
  title: resource.title,
  categoryId: String(resource.categoryId),
  year: String(resource.year),
  resourceType: resource.resourceType ?? "",
  paperYear: String(resource.paperYear ?? ""),
  exam: resource.exam ?? "",
  courseCode: resource.courseCode ?? "",
  description: toFieldText(resource.description),
  eventId: String(resource.eventId ?? ""),
  version: String(resource.version),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  const readStored = async () => {
    const [row] = await db
      .select({ resource: resources, category: resourceCategories.name })
      .from(resources)
      .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
      .where(eq(resources.id, toId(id)));
    if (!row) return null;
    const { version, ...values } = toValues(row.resource);
    const { resourceType, exam } = row.resource;
    const shownKind = resourceType && { resourceType: resourceTypeLabels[resourceType] };
    const shownExam = exam && { exam: examLabels[exam] };
    return { version, values, shown: { categoryId: row.category, ...shownKind, ...shownExam } };
  };
  const fields = ["version", ...Object.keys(resourceFields)];
  const options = { auth: "member", fields, texts, readStored } as const;
  const save = async (form: PostedForm, viewer: Viewer) => {
    const change = parseForm(form.data, resourceSchema);
    if ("errors" in change) throw toUploadError(HttpError.forFields(change.errors), {});
    await updateResource(toId(id), viewer, change.value, form.versions);
    return redirectWithFlash(args.context, `/resources/${id}`, { text: "Your changes are saved." });
  };
  /** Fills in suggestions beside what is typed, and stores nothing. */
  const use = (names: readonly string[]) => async (form: PostedForm, viewer: Viewer) => {
    const typed: Record<string, string> = Object.fromEntries(fields.map((name) => [name, form.text(name)]));
    const suggestions = offer(await loadTextSuggestions(await requireEditable(id, viewer)), typed);
    const used = suggestions.filter(({ name }) => names.includes(name));
    const values = { ...typed, ...Object.fromEntries(used.map(({ name, value }) => [name, value])) };
    return { done: { values } };
  };
  const buttons = Object.fromEntries(suggestedNames.map((name) => [`use-${name}`, use([name])]));
  return submitForm(args, options, { "": save, ...buttons, "use-all": use(suggestedNames) });
};

export const clientAction = preserveForm(texts);

export default function EditResource({ loaderData, actionData }: Route.ComponentProps) {
  const { id, rules, years, categories, courseCodes, event, suggestions } = loaderData;
  const values: Record<string, string> = actionData?.done?.values ?? loaderData.values;
  const [form, fields] = usePageForm({ id: "edit-resource", rules, defaultValue: values });
  const isBusy = useNavigation().formAction?.startsWith(`/resources/${id}/edit`) ?? false;
  const getField = (name: keyof typeof rules): Field => fields[name];
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <div>
        <Back to={`/resources/${id}`}>Back to the resource</Back>
        <Title heading>{title}</Title>
      </div>
      <UnlessMuted>
        <PageForm form={form} className={styles.form}>
          {/* Enter presses the first button, which must not be one of the suggestions'. */}
          <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true">
            Save changes
          </button>
          <SuggestedValues suggestions={offer(suggestions, values)} />
          <ResourceFields
            getField={getField}
            years={years}
            categories={categories}
            courseCodes={courseCodes}
            event={event}
          />
          <div className={row[3]}>
            <Button loading={isBusy}>Save changes</Button>
            <ButtonLink to={`/resources/${id}`} variant="outline">
              Cancel
            </ButtonLink>
          </div>
        </PageForm>
      </UnlessMuted>
    </div>
  );
}
