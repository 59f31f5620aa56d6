import { eq } from "drizzle-orm";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { db, resourceCategories, resources, users } from "#db/index.ts";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { deleteOwnResource } from "../../files/resources.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { type FileType, fileUrl, formatFileSize, resourceTexts } from "../../schemas/resource-rules.ts";
import { timeAgo } from "../../time.server.ts";
import { Button } from "../../ui/button.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/resource.ts";
import { FileLink } from "./file-link.tsx";
import * as parts from "./parts.css.ts";
import { Preview } from "./preview.tsx";
import { createTimes } from "./queries.server.ts";
import * as styles from "./resource.css.ts";

async function find(id: string) {
  const [row] = await db
    .select({ resource: resources, category: resourceCategories, sharedBy: users.name })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .innerJoin(users, eq(users.id, resources.userId))
    .where(eq(resources.id, parseId(id) ?? 0));
  if (!row) throw data(resourceTexts.gone, 404);
  return row;
}

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const { resource, category, sharedBy } = await find(params.id);
  return {
    id: params.id,
    title: resource.title,
    description: resource.description,
    category: { name: category.name, slug: category.slug },
    year: resource.year,
    fileName: resource.fileName,
    type: resource.fileType as FileType,
    size: formatFileSize(resource.size),
    downloads: createTimes(resource.downloadCount, "download"),
    sharedBy,
    shared: timeAgo(resource.createdAt),
    href: fileUrl(resource.id, resource.fileName),
    thumbnail: resource.hasThumbnail ? `/files/thumbnails/${resource.id}` : null,
    preview: url.searchParams.has("preview"),
    canDelete: viewer !== null && (viewer.isAdmin || resource.userId === viewer.id),
  };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const { resource, category } = await find(params.id);
  if ((await request.formData()).get("intent") !== "delete") {
    throw data("That button is not known here.", 400);
  }
  const refused = await deleteOwnResource(resource.id, viewer);
  if (refused === "not yours") throw data(resourceTexts.notYours, 403);
  if (refused === "gone") throw data(resourceTexts.gone, 404);
  throw redirect(`/resources/category/${category.slug}`, 303);
}

export default function Resource({ loaderData: resource }: Route.ComponentProps) {
  const { category, year } = resource;
  const facts = [
    ["File", resource.fileName],
    ["Category", category.name],
    ["Year", `Year ${year}`],
    ["Shared by", `${resource.sharedBy}, ${resource.shared}`],
    ["Downloads", resource.downloads],
  ];
  return (
    <article className={styles.resource}>
      <Title description={`${resource.type.toUpperCase()}, ${resource.size}: ${category.name}, Year ${year}`}>
        {resource.title}
      </Title>
      <Link to={`/resources/category/${category.slug}/year/${year}`} className={parts.back}>
        {category.name}, Year {year}
      </Link>
      <div className={styles.top}>
        {resource.thumbnail && (
          <img
            className={styles.thumbnail}
            src={resource.thumbnail}
            alt=""
            width={320}
            height={200}
            decoding="async"
          />
        )}
        <div className={styles.topText}>
          <h1>{resource.title}</h1>
          <p className={styles.weight}>
            {resource.type.toUpperCase()} · {resource.size}
          </p>
          <div>
            <FileLink href={resource.href} name={resource.title} variant="primary" size="lg" />
          </div>
        </div>
      </div>
      {resource.description && <p className={styles.prose}>{resource.description}</p>}
      <Preview
        href={resource.href}
        type={resource.type}
        size={resource.size}
        title={resource.title}
        open={resource.preview}
      />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {resource.canDelete && <Remove />}
    </article>
  );
}

function Remove() {
  const busy = useNavigation().formData?.get("intent") === "delete";
  return (
    <details className={styles.remove}>
      <summary className={styles.removeSummary}>Delete…</summary>
      <Form method="post">
        <p>It will be gone for good, for everybody.</p>
        <Button variant="secondary" name="intent" value="delete" loading={busy}>
          Delete this resource
        </Button>
      </Form>
    </details>
  );
}
