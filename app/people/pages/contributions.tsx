import { and, eq } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { db, users } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { connectionTexts } from "../connection-texts.ts";
import { selectContributions } from "../contributions.server.ts";
import { isContributionKind } from "../contributions-input.server.ts";
import type { Route } from "./+types/contributions.ts";
import { ContributionItem, contributionTitles } from "./contribution-rows.tsx";
import * as styles from "./person.css.ts";
import { presentContribution } from "./read-person.server.ts";

const pageSize = 20;

export const handle = { title: "Profile", failed: "Failed to load this profile", offline: "own" };

export async function loader(args: Route.LoaderArgs) {
  await requireViewer(args);
  const { id, kind } = args.params;
  if (!isContributionKind(kind)) throw new HttpError(404);
  const userId = toId(id);
  const [person] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), isActiveNoIndex));
  if (!person) throw new HttpError(404, connectionTexts.unknown);
  const rows = await selectContributions(kind, userId, pageSize + 1, readIdCursor(args.url));
  return { person, kind, list: pageOf(rows, pageSize, (row) => presentContribution(kind, row)) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** All of a member's contributions of one kind. */
export default function ContributionsPage({ loaderData: { person, kind, list } }: Route.ComponentProps) {
  const name = person.name || "No Name";
  return (
    <div className={styles.list}>
      <Title>{`${contributionTitles[kind]} · ${name}`}</Title>
      <div>
        <Back to={`/people/${person.id}`}>
          <bdi>{name}</bdi>
        </Back>
        <h1>{contributionTitles[kind]}</h1>
      </div>
      <List
        {...list}
        empty={["Nothing yet", "What they give others is listed here."]}
        className={styles.given}
      >
        {(row) => <ContributionItem key={row.url} row={row} />}
      </List>
    </div>
  );
}
