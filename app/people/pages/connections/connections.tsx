import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { pageOf, readTimeCursor } from "#db/scopes/pages.ts";
import { connectionTexts, describeChange, undoOf } from "../../connection-texts.ts";
import { changeConnection, undoConnectionChange } from "../../connections.server.ts";
import { type PersonRow, presentPerson } from "../../person.server.ts";
import type { Route } from "./+types/connections.ts";
import * as styles from "./connections.css.ts";
import { Lists, maxRequests } from "./lists.tsx";
import { listConnections, listRequests, listSentRequests } from "./read-connections.server.ts";

export const handle = { title: "Connections", failed: connectionTexts.loadFailed };

const pageSize = 30;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const after = readTimeCursor(args.url);
  const [received, sent, connected] = await Promise.all([
    listRequests(viewer.id, after ? 0 : maxRequests),
    listSentRequests(viewer.id, after ? 0 : maxRequests),
    listConnections(viewer.id, pageSize + 1, after),
  ]);
  return {
    received: received.map(present),
    sent: sent.map(present),
    connected: pageOf(connected, pageSize, present, ({ acceptedAt }) => acceptedAt),
  };
}

const present = (row: PersonRow) => ({ id: String(row.id), ...presentPerson(row) });

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

type Change = Parameters<typeof describeChange>[0];

export function action(args: Route.ActionArgs) {
  const page = args.url.pathname + args.url.search;
  const change = (intent: Change) => async (form: PostedForm, viewer: Viewer) => {
    const userId = form.text("userId");
    const { state, name } = await changeConnection(viewer, parseId(userId), intent, intent === "accept");
    const text = describeChange(intent, state, name);
    // An accepted member appears among the newest connections. Every other action removes them from the page.
    const at = intent === "accept" ? { at: `member-${userId}` } : {};
    const undo = undoOf(intent, state, page, userId);
    return redirectWithFlash(args.context, page, { text, ...at, ...undo });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["userId"], texts: connectionTexts },
    {
      ask: change("ask"),
      accept: change("accept"),
      decline: change("decline"),
      withdraw: change("withdraw"),
      remove: change("remove"),
      async undo(form, viewer) {
        const userId = form.text("userId");
        await undoConnectionChange(viewer, toId(userId));
        return redirectWithFlash(args.context, page, { text: undoTexts.done, at: `member-${userId}` });
      },
    },
  );
}

export const clientAction = preserveForm(connectionTexts);

export default function Connections({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <div>
        <Title heading>Connections</Title>
      </div>
      <FormAlert />
      <Lists lists={loaderData} />
    </div>
  );
}
