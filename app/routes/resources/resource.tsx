import { eq, sql } from "drizzle-orm";
import { db, resourceCategories, resources, users } from "#db/index.ts";
import { ownThanks } from "#db/scopes/thanks.ts";
import { getViewer } from "../../auth/guards.server.ts";
import type { Viewer } from "../../auth/sessions.server.ts";
import { noteCoverUrl, shareUrlOf } from "../../covers/cover.ts";
import { redirectWithFlash, undoDeletion } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { personColumns, presentName, presentPerson } from "../../people/person.server.ts";
import { RemovalReason } from "../../reports/removal-reason.tsx";
import { ReportLink } from "../../reports/report-link.tsx";
import { deleteResource } from "../../resources/resources.server.ts";
import { toId } from "../../schemas/fields.ts";
import { removalSchema } from "../../schemas/report.ts";
import { fileUrl, formatFileSize, resourceTexts, resourceTypeLabels } from "../../schemas/resource-rules.ts";
import { thanksTexts } from "../../schemas/thanks-texts.ts";
import { prose, quiet, row } from "../../styles/layout.css.ts";
import { thankByForm } from "../../thanks/thanks.server.ts";
import { isOfThanks, ThanksAct, thanksFields } from "../../thanks/thanks-act.tsx";
import { timeAgo } from "../../time/time.server.ts";
import { Back } from "../../ui/back.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ConfirmDelete } from "../../ui/confirm-delete.tsx";
import { FlashLine } from "../../ui/flash.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/resource.ts";
import { Preview } from "./preview.tsx";
import { presentResource, selectResources } from "./queries.server.ts";
import * as styles from "./resource.css.ts";
import { Facts } from "./resource-facts.tsx";
import { SameCourse, Summary } from "./resource-parts.tsx";

const sameCourseCount = 5;

export const handle = {
  scripts: "members",
  cache: { params: ["preview", "previews"], varyBy: "guests" },
  keep: "renewed",
  title: "Resource",
  failed: resourceTexts.hubFailed,
};

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const [found] = await db
    .select({
      resource: resources,
      category: resourceCategories,
      sharedBy: personColumns,
      ownThanks: ownThanks("resource", viewer?.id ?? 0),
      eventTitle: sql<string | null>`(select title from events where events.id = resources.event_id)`,
    })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .innerJoin(users, eq(users.id, resources.userId))
    .where(eq(resources.id, toId(params.id)));
  if (!found) throw new HttpError(404, resourceTexts.gone);
  const { resource, category, sharedBy, ownThanks: own, eventTitle } = found;
  const { courseCode } = resource;
  const cover = noteCoverUrl(resource.title, String(resource.id));
  const sameCourse =
    courseCode === null ? [] : await selectResources({ courseCode }, { limit: sameCourseCount + 1 });
  return {
    title: resource.title,
    description: resource.description,
    category: { name: category.name, slug: category.slug },
    year: resource.year,
    courseCode,
    event: eventTitle === null ? null : { id: String(resource.eventId), title: eventTitle },
    kind: resource.resourceType && resourceTypeLabels[resource.resourceType],
    sameCourse: sameCourse
      .filter(({ id }) => id !== resource.id)
      .slice(0, sameCourseCount)
      .map(presentResource(viewer !== null)),
    fileName: resource.fileName,
    type: resource.fileType,
    size: formatFileSize(resource.size),
    downloads: resource.downloadCount.toLocaleString("en-IN"),
    sharedBy: viewer ? presentPerson(sharedBy) : presentName(sharedBy.name),
    sharedAgo: timeAgo(resource.createdAt),
    href: fileUrl(resource.id, resource.fileName),
    shareImage: shareUrlOf(cover),
    cover,
    thumbnail: resource.hasThumbnail ? `/files/thumbnails/${resource.id}` : null,
    hasPreviewOpen: url.searchParams.has("preview"),
    thanks: { count: resource.thanksCount, own },
    id: params.id,
    canReport: viewer !== null && resource.userId !== viewer.id,
    canEdit: viewer !== null && (viewer.isAdmin || resource.userId === viewer.id),
  };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = (form: FormData) => ({
  failed: form.has("post") ? thanksTexts.failed : resourceTexts.deleteFailed,
  loggedOut: resourceTexts.loggedOut,
});
const actTexts = (form: FormData) => ({ failed: texts(form).failed });

const say =
  ({ params, url, context }: Route.ActionArgs, isGiven: boolean) =>
  async (form: PostedForm, viewer: Viewer) => {
    const id = toId(params.id);
    const text = await thankByForm(form, viewer, { kind: "resource", id, isGiven });
    return redirectWithFlash(context, url.pathname + url.search, { text, at: `resource-${id}` });
  };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: ["reason", ...thanksFields], texts: actTexts },
    {
      thank: say(args, true),
      "take-thanks-back": say(args, false),
      async delete(form, viewer) {
        const slug = await deleteResource(toId(args.params.id), viewer, form.parse(removalSchema));
        return redirectWithFlash(args.context, `/resources/category/${slug}`, {
          text: "The resource is deleted.",
          undo: undoDeletion("resource", args.params.id),
        });
      },
    },
  );

export const clientAction = preserveForm(texts);

export default function Resource({ loaderData: resource, actionData }: Route.ComponentProps) {
  const { category, year } = resource;
  return (
    <article className={styles.resource}>
      <Title description={`${resource.type.toUpperCase()}, ${resource.size}: ${category.name}, Year ${year}`}>
        {resource.title}
      </Title>
      <Back to={`/resources/category/${category.slug}/year/${year}`}>{`${category.name}, Year ${year}`}</Back>
      <Summary resource={resource} />
      {resource.description && (
        <p className={prose} dir="auto">
          <LinkedText text={resource.description} />
        </p>
      )}
      <Preview
        href={resource.href}
        type={resource.type}
        size={resource.size}
        title={resource.title}
        isOpen={resource.hasPreviewOpen}
      />
      <Facts resource={resource} />
      <div className={`${row[3]} ${quiet}`}>
        <ThanksAct of={`resource-${resource.id}`} thanks={resource.thanks} canThank={resource.canReport} />
      </div>
      <FlashLine at={`resource-${resource.id}`} />
      <SameCourse resource={resource} />
      {resource.canReport && (
        <p>
          <ReportLink
            subject="resource"
            id={resource.id}
            backTo={`/resources/${resource.id}`}
            className={styles.report}
          />
        </p>
      )}
      {!isOfThanks(actionData?.failure) && <FormAlert />}
      {resource.canEdit && (
        <section className={styles.manage} aria-label="Manage this resource">
          <ButtonLink to={`/resources/${resource.id}/edit`} variant="outline">
            <Icon name="edit" />
            Edit
          </ButtonLink>
          <ConfirmDelete
            warning="The file is gone for everyone. You can bring it back for seven days."
            label="Delete this resource"
          >
            {resource.canReport && <RemovalReason />}
          </ConfirmDelete>
        </section>
      )}
    </article>
  );
}
