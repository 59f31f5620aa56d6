import { eq, getTableColumns } from "drizzle-orm";
import { data, Form, useNavigation } from "react-router";
import { db, resourceCategories, resources } from "#db/index.ts";
import { canEditResource } from "#db/scopes/resources.ts";
import { requireViewer, type Viewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { toFieldText } from "../../forms/field-text.ts";
import { keepForm } from "../../forms/keep-form.ts";
import {
  hasSessionEnded,
  parseForm,
  readVersions,
  requireSender,
  submitForm,
} from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { updateResource } from "../../resources/resources.server.ts";
import { toId } from "../../schemas/fields.ts";
import { resourceFields, resourceSchema } from "../../schemas/resource.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { type Field, type FormFailure, usePageForm, VersionInput } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import { selectCategories } from "./queries.server.ts";
import { ResourceFields } from "./resource-fields.tsx";
import * as styles from "./upload.css.ts";
import { toUploadError } from "./upload-error.server.ts";
import { uploadTexts } from "./upload-texts.ts";

const texts = { failed: resourceTexts.editFailed, loggedOut: resourceTexts.loggedOut };

export async function loader({ request, params: { id }, context, url }: Route.LoaderArgs) {
  if (context.get(hasSessionEnded)) return { id, categories: null, values: null };
  const viewer = await requireViewer({ request, context, url });
  const found = await queryOrNull(context, () => db.batch([selectEditable(id, viewer), selectCategories()]));
  if (!found) return { id, categories: null, values: null };
  const [[resource], categories] = found;
  requireEditable(resource);
  const values = toValues(resource);
  return { id, categories: categories.map((each) => [String(each.id), each.name] as const), values };
}

const toValues = ({ title, categoryId, year, description, version }: typeof resources.$inferSelect) => ({
  title,
  categoryId: String(categoryId),
  year: String(year),
  description: toFieldText(description),
  version: String(version),
});

const selectEditable = (id: string, viewer: Viewer) =>
  db
    .select({ ...getTableColumns(resources), canEdit: canEditResource(viewer) })
    .from(resources)
    .where(eq(resources.id, toId(id)));

/** Leads to the error page when a resource is not there, or not the viewer's. */
function requireEditable<Row extends { canEdit: boolean }>(
  resource: Row | undefined,
): asserts resource is Row {
  if (!resource) throw data(resourceTexts.gone, 404);
  if (!resource.canEdit) throw data(resourceTexts.notYours, 403);
}

export const clientLoader = withFallback(() => null);

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
    return { version, values, shown: { categoryId: row.category } };
  };
  const fields = ["version", ...Object.keys(resourceFields)];
  return submitForm(args, { fields, texts, readStored }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    const [resource] = await selectEditable(id, viewer);
    requireEditable(resource);
    const change = parseForm(form.data, resourceSchema);
    if ("errors" in change) throw toUploadError(HttpError.forFields(change.errors), {});
    await updateResource(resource.id, viewer, change.value, readVersions(form));
    return redirectAndTell(args.context, `/resources/${id}`, { text: "Your changes are saved." });
  });
};

export const clientAction = keepForm(texts);

export default function EditResource({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.upload}`}>
      <Title>Edit this resource</Title>
      <h1>Edit this resource</h1>
      {loaderData && (loaderData.values || actionData) ? (
        <EditForm page={loaderData} failure={actionData?.failure} />
      ) : (
        <LoadFailure text={resourceTexts.hubFailed} />
      )}
    </div>
  );
}

function EditForm({
  page: { id, categories, values },
  failure,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  failure: FormFailure | undefined;
}) {
  const { file: _, ...rules } = uploadTexts;
  const [form, fields, formProps] = usePageForm({
    id: "edit-resource",
    lastResult: failure,
    rules,
    defaultValue: values ?? {},
  });
  const isBusy = useNavigation().formAction?.startsWith(`/resources/${id}/edit`) ?? false;
  const chosen = fields.categoryId.initialValue;
  const getField = (name: keyof typeof rules): Field => fields[name];
  return (
    <Form method="post" className={styles.form} {...formProps}>
      <VersionInput failure={failure} values={values} />
      <ErrorSummary form={form} failure={failure} />
      <ResourceFields
        getField={getField}
        categories={categories ?? (chosen ? [[chosen, "The category you chose"]] : [])}
      />
      <div className={styles.buttons}>
        <Button loading={isBusy}>Save changes</Button>
        <ButtonLink to={`/resources/${id}`} variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
