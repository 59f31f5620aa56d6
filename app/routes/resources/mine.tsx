import { sql } from "drizzle-orm";
import { resources } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { page } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mine.ts";
import { presentResource, selectListedResources } from "./queries.server.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as styles from "./resources.css.ts";

const pageSize = 20;

export const handle = { keep: "own" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const cursor = parseId(url.searchParams.get("cursor"));
  const ids = sql`select ${resources.id} from ${resources}
    where ${resources.userId} = ${viewer.id} and ${resources.id} < ${cursor ?? Number.MAX_SAFE_INTEGER}
    order by ${resources.id} desc limit ${pageSize + 1}`;
  const rows = await queryOrNull(context, async () => await selectListedResources(ids));
  if (!rows) return { uploads: null, nextHref: null, isFirst: true };
  const { page: uploads, last } = cutPage(rows, pageSize);
  return {
    uploads: uploads.map(presentResource),
    nextHref: last ? `/resources/mine?cursor=${last.id}` : null,
    isFirst: cursor === null,
  };
}

export const clientLoader = withFallback(() => ({ uploads: null, nextHref: null, isFirst: true }));

export default function MyUploads({ loaderData: { uploads, nextHref, isFirst } }: Route.ComponentProps) {
  return (
    <div className={page}>
      <Title>My uploads</Title>
      <div className={styles.pageHead}>
        <h1>My uploads</h1>
        <ButtonLink to="/resources/upload" reloadDocument>
          <Icon name="upload" />
          Upload Resource
        </ButtonLink>
      </div>
      <div className={styles.mine}>
        {!uploads ? (
          <LoadFailure text={resourceTexts.listFailed} />
        ) : uploads.length === 0 ? (
          <EmptyState title={isFirst ? "You haven't shared anything yet" : "No more uploads"}>
            <p>
              {isFirst ? "Notes that helped you help the next year." : "You've reached the end of this list."}
            </p>
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {uploads.map((resource) => (
              <ResourceRow key={resource.id} resource={resource} place="mine">
                <ButtonLink
                  to={`/resources/${resource.id}/edit`}
                  variant="outline"
                  size="sm"
                  aria-label={`Edit: ${resource.title}`}
                >
                  <Icon name="edit" />
                  Edit
                </ButtonLink>
              </ResourceRow>
            ))}
          </ul>
        )}
        {(nextHref || !isFirst) && (
          <nav className={styles.more} aria-label="More uploads">
            {!isFirst && (
              <ButtonLink to="/resources/mine" variant="ghost">
                Newest
              </ButtonLink>
            )}
            {nextHref && (
              <ButtonLink to={nextHref} variant="outline">
                Older uploads
              </ButtonLink>
            )}
          </nav>
        )}
      </div>
    </div>
  );
}
