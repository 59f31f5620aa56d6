import { data, redirect, replace } from "react-router";
import { db } from "#db/index.ts";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { log } from "../../log.server.ts";
import { connectionTexts } from "../../people/connection-texts.ts";
import { changeConnection } from "../../people/connections.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { avatarUrl, connectionFormFields, connectionFormSchema } from "../../schemas/user.ts";
import { narrow } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/connections.ts";
import * as styles from "./connections.css.ts";
import { PeopleSection, type Person } from "./people-section.tsx";
import { selectConnections, selectRequests, selectSentRequests } from "./queries.server.ts";

const pageSize = 30;
/** Requests on the page, the newest. */
const maxRequests = 50;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const after = readPosition(url.searchParams.get("after"));
  const lists = await queryOrNull(context, () =>
    db.batch([
      selectRequests(viewer.id, after ? 0 : maxRequests),
      selectSentRequests(viewer.id, after ? 0 : maxRequests),
      selectConnections(viewer.id, pageSize + 1, after),
    ]),
  );
  if (!lists) return data({ lists: null }, 503);
  const [received, sent, connected] = lists;
  const { page, last } = cutPage(connected, pageSize);
  return {
    lists: {
      received: received.map(presentPerson),
      sent: sent.map(presentPerson),
      connected: page.map(presentPerson),
      nextHref: last ? `/connections?after=${last.acceptedAt}-${last.id}` : null,
      isFirst: after === undefined,
    },
  };
}

const presentPerson = (row: Awaited<ReturnType<typeof selectRequests>>[number]): Person => ({
  id: String(row.id),
  name: row.name,
  avatar: row.avatarFile && avatarUrl(row.avatarFile),
  facts: [`Batch: ${row.batchYear ?? "N/A"}`, [row.position, row.company].filter(Boolean).join(", ")]
    .filter(Boolean)
    .join(" · "),
});

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOr(serverLoader, { lists: null });

/** Every form about a connection posts here: the directory's, the profile's and this page's own. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const form = await readForm(request, connectionFormFields);
  const parsed = connectionFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw data("This page does not have that button.", 400);
  const { intent, userId, redirectTo } = parsed.data;
  const back = safeRedirect(redirectTo);
  try {
    await changeConnection(viewer, parseId(userId), intent);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof HttpError) {
      return data({ error: error.message, back }, { status: error.status, headers: error.headers() });
    }
    log.error({ requestId: getRequestContext(context).id, err: error }, "a connection was not changed");
    return data({ error: connectionTexts.failed, back }, 503);
  }
  throw replace(back, 303);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const back = String((await request.clone().formData()).get("redirectTo") ?? "/connections");
  return submitOr(serverAction, (reason) =>
    reason === "login"
      ? redirect(`/login?redirectTo=${encodeURIComponent(back)}`)
      : data({ error: connectionTexts.failed, back }, 503),
  );
}

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Connections({ loaderData: { lists }, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Connections</Title>
      <h1>Connections</h1>
      {actionData && (
        <div className={styles.refusal}>
          <Alert texts={[actionData.error]} />
          {actionData.back !== "/connections" && (
            <ButtonLink to={actionData.back} variant="outline">
              Back
            </ButtonLink>
          )}
        </div>
      )}
      {lists ? <Lists lists={lists} /> : <LoadFailure text={connectionTexts.loadFailed} />}
    </div>
  );
}

function Lists({
  lists: { received, sent, connected, nextHref, isFirst },
}: {
  lists: NonNullable<Route.ComponentProps["loaderData"]["lists"]>;
}) {
  if (isFirst && received.length + sent.length + connected.length === 0) {
    return (
      <EmptyState title="No connections yet">
        <p>Find people you know, or would like to know, and ask them to connect.</p>
        <ButtonLink to="/qa-threads">Find students</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <PeopleSection
        title="Waiting for your answer"
        people={received}
        choices={[
          ["accept", "Accept", "secondary"],
          ["decline", "Decline", "ghost"],
        ]}
        note={received.length === maxRequests ? "The newest requests. Answer some to see others." : null}
      />
      <PeopleSection
        title="Request Sent"
        people={sent}
        choices={[["withdraw", "Withdraw", "link"]]}
        note={sent.length === maxRequests ? "Your newest requests. Withdraw some to see others." : null}
      />
      <PeopleSection
        title="Connected"
        people={connected}
        choices={[["remove", "Remove", "link"]]}
        canMessage
      />
      {(nextHref || !isFirst) && (
        <nav className={styles.more} aria-label="More connections">
          {!isFirst && (
            <ButtonLink to="/connections" variant="ghost">
              Newest connections
            </ButtonLink>
          )}
          {nextHref && (
            <ButtonLink to={nextHref} variant="outline">
              Older connections
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
