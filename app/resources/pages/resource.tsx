import { eq, sql } from "drizzle-orm";
import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { removalSchema } from "#app/moderation/report-input.server.ts";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { personColumns, presentName, presentPerson } from "#app/people/person.server.ts";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { formatFileSize } from "#app/platform/files/file-size.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { timeAgo } from "#app/platform/time/time.server.ts";
import { thanksTexts } from "#app/thanks/texts.ts";
import { thankByForm } from "#app/thanks/thanks.server.ts";
import { isOfThanks, ThanksAct, thanksFields } from "#app/thanks/thanks-act.tsx";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { noteCoverUrl, shareUrlOf } from "#app/ui/covers/cover.ts";
import { FlashLine } from "#app/ui/flash.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { Title } from "#app/ui/page.tsx";
import { prose, quiet, row } from "#app/ui/styles/layout.css.ts";
import { db, resourceCategories, resources, users } from "#db/index.ts";
import { ownThanks } from "#db/scopes/thanks.ts";
import { deleteResource } from "../resources.server.ts";
import { describeKind, fileUrl, resourceTexts } from "../rules.ts";
import type { Route } from "./+types/resource.ts";
import { Preview } from "./preview.tsx";
import { presentResource, selectResources } from "./read-resources.server.ts";
import * as styles from "./resource.css.ts";
import { Facts } from "./resource-facts.tsx";
import { SameCourse, Summary } from "./resource-parts.tsx";

const sameCourseCount = 5;

export const handle = {
  scripts: "members",
  cache: { params: ["preview", "previews"], varyBy: "guests" },
  offline: "renewed",
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
    url: `${url.origin}/resources/${resource.id}`,
    description: resource.description,
    category: { name: category.name, slug: category.slug },
    year: resource.year,
    courseCode,
    event: eventTitle === null ? null : { id: String(resource.eventId), title: eventTitle },
    kind: describeKind(resource),
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

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

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
    { auth: "member", fields: ["reason", ...thanksFields], texts: actTexts },
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
        title={resource.title}
        isOpen={resource.hasPreviewOpen}
      />
      <Facts resource={resource} />
      {(resource.canReport || resource.thanks.count > 0) && (
        <div className={`${row[3]} ${quiet}`}>
          <ThanksAct
            of={`resource-${resource.id}`}
            thanks={resource.thanks}
            canThank={resource.canReport}
            className={buttonClass({ variant: "outline", size: "sm" })}
          />
          {resource.canReport && (
            <ReportLink
              subject="resource"
              id={resource.id}
              backTo={`/resources/${resource.id}`}
              className={styles.report}
            />
          )}
        </div>
      )}
      <FlashLine at={`resource-${resource.id}`} />
      <SameCourse resource={resource} />
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
