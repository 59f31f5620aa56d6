import { requireAdmin } from "../../auth/guards.server.ts";
import { BinRow } from "../../bin/bin-list.tsx";
import { listRemoved } from "../../bin/list.server.ts";
import { binTexts } from "../../schemas/bin-texts.ts";
import { quiet } from "../../styles/layout.css.ts";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/bin.ts";

export const handle = { title: "Removed", failed: binTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  return listRemoved(viewer, args.url);
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export default function Removed({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title>Removed</Title>
      <h1>Removed</h1>
      <p className={quiet}>
        What administrators removed can come back for seven days. What its author deleted is for them alone.
      </p>
      <List
        {...loaderData}
        empty={["Nothing is here", "What you and other administrators remove appears here."]}
      >
        {(thing) => <BinRow key={`${thing.subject}-${thing.id}`} thing={thing} />}
      </List>
    </>
  );
}
