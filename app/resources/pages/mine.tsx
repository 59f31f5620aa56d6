import { sql } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { page, visuallyHidden } from "#app/ui/styles/global.css.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { resources } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { resourceTexts } from "../rules.ts";
import type { Route } from "./+types/mine.ts";
import { presentResource, selectListedResources } from "./read-resources.server.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as styles from "./resources.css.ts";

const pageSize = 20;

export const handle = { offline: "own", title: "My uploads", failed: resourceTexts.listFailed };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const ids = sql`select ${resources.id} from ${resources}
    where ${resources.userId} = ${viewer.id} and ${resources.id} < ${readIdCursor(url)}
    order by ${resources.id} desc limit ${pageSize + 1}`;
  return pageOf(await selectListedResources(ids), pageSize, presentResource(true));
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function MyUploads({ loaderData }: Route.ComponentProps) {
  return (
    <div className={page}>
      <Title>My uploads</Title>
      <div className={styles.pageHead}>
        <div>
          <Back to="/resources">Resource Sharing Hub</Back>
          <h1>My uploads</h1>
        </div>
        <ButtonLink to="/resources/upload" reloadDocument>
          <Icon name="upload" />
          Upload Resource
        </ButtonLink>
      </div>
      <Tabs
        className={styles.tabs}
        label="My uploads"
        links={[
          ["/resources/mine", "Shared"],
          ["/bin", "Deleted"],
        ]}
        current="/resources/mine"
      />
      <div className={`${stack[4]} ${styles.mine}`}>
        <h2 className={visuallyHidden}>Shared</h2>
        <List
          scene="shelf"
          {...loaderData}
          empty={["You haven't shared anything yet", "Notes that helped you will help next year's students."]}
          className={styles.list}
        >
          {(resource) => (
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
          )}
        </List>
      </div>
    </div>
  );
}
