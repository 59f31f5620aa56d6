import { listRemoved } from "#app/moderation/bin-list.server.ts";
import { BinRow } from "#app/moderation/bin-list.tsx";
import { binTexts } from "#app/moderation/bin-texts.ts";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/bin.ts";

export const handle = { title: "Removed", failed: binTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  return listRemoved(viewer, args.url);
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Removed({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Removed</Title>
      <h1>Removed</h1>
      <p className={quiet}>
        What administrators and moderators removed can be restored for seven days. Only members themselves can
        restore what they deleted.
      </p>
      <List
        {...loaderData}
        empty={[
          "Nothing is here",
          "What you and the others in the administration remove appears here.",
          <ButtonLink key="reports" to="/admin/reports" variant="outline">
            See the reports
          </ButtonLink>,
        ]}
      >
        {(thing) => <BinRow key={`${thing.subject}-${thing.id}`} thing={thing} />}
      </List>
    </>
  );
}
