import { eq, getTableColumns, sql } from "drizzle-orm";
import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { parseForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { toFieldText } from "#app/ui/forms/field-text.ts";
import type { Field } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { row } from "#app/ui/styles/layout.css.ts";
import { db, fileTexts, resourceCategories, resources } from "#db/index.ts";
import { canEditResource } from "#db/scopes/resources.ts";
import { resourceFields, resourceSchema } from "../input.server.ts";
import { updateResource } from "../resources.server.ts";
import { examLabels, resourceTexts, resourceTypeLabels } from "../rules.ts";
import { suggest } from "../suggest.ts";
import type { Route } from "./+types/edit.ts";
import {
  findOfferedEvent,
  listCategoryChoices,
  listCourseCodes,
  resourceRules,
} from "./read-resources.server.ts";
import { ResourceFields } from "./resource-fields.tsx";
import { SuggestedLinks } from "./suggestions.tsx";
import * as styles from "./upload.css.ts";
import { toUploadError } from "./upload-answer.server.ts";

const title = "Edit this resource";

export const handle = { title, failed: resourceTexts.hubFailed };

const texts = { failed: resourceTexts.editFailed, loggedOut: resourceTexts.loggedOut };

export async function loader({ request, params: { id }, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const [resource] = await db
    .select({ ...getTableColumns(resources), canEdit: canEditResource(viewer) })
    .from(resources)
    .where(eq(resources.id, toId(id)));
  if (!resource) throw new HttpError(404, resourceTexts.gone);
  if (!resource.canEdit) throw new HttpError(403, resourceTexts.notYours);
  return {
    id,
    rules: resourceRules,
    categories: await listCategoryChoices(resource.categoryId),
    years: Math.max(settings.resourceYears, resource.year),
    courseCodes: await listCourseCodes(),
    event: await findEventOf(resource.id),
    ...(await readSuggestions(resource, url.searchParams.getAll("use"))),
  };
}

/** The form's values with the suggestions of the file that the member has chosen, and the others. */
async function readSuggestions(resource: typeof resources.$inferSelect, names: string[]) {
  const [file] = await db
    .select({ text: sql<string>`substr(${fileTexts.text}, 1, 2000)` })
    .from(fileTexts)
    .where(eq(fileTexts.sha256, resource.fileSha256));
  const stored: Record<string, string> = toValues(resource);
  const { resourceType } = resource;
  const all = suggest(resource.fileName, Number(today().slice(0, 4)), file?.text.split("\f")[0]).filter(
    ({ name, value }) =>
      value !== stored[name] &&
      (name !== "resourceType" || resourceType === null) &&
      (resourceType === null || resourceType === "past-paper" || (name !== "paperYear" && name !== "exam")),
  );
  const used = all.filter(({ name }) => names.includes(name));
  return {
    values: { ...stored, ...Object.fromEntries(used.map(({ name, value }) => [name, value])) },
    used: used.map(({ name }) => name),
    suggestions: all.filter((each) => !used.includes(each)),
  };
}

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
  return submitForm(args, options, async (form, viewer) => {
    const change = parseForm(form.data, resourceSchema);
    if ("errors" in change) throw toUploadError(HttpError.forFields(change.errors), {});
    await updateResource(toId(id), viewer, change.value, form.versions);
    return redirectWithFlash(args.context, `/resources/${id}`, { text: "Your changes are saved." });
  });
};

export const clientAction = preserveForm(texts);

export default function EditResource({
  loaderData: { id, rules, years, categories, courseCodes, event, values, used, suggestions },
}: Route.ComponentProps) {
  const [form, fields] = usePageForm({ id: "edit-resource", rules, defaultValue: values });
  const isBusy = useNavigation().formAction?.startsWith(`/resources/${id}/edit`) ?? false;
  const getField = (name: keyof typeof rules): Field => fields[name];
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <Title heading>{title}</Title>
      <UnlessMuted>
        <SuggestedLinks suggestions={suggestions} used={used} />
        <PageForm form={form} className={styles.form}>
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
