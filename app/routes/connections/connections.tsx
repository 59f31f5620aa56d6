import { data } from "react-router";
import { db } from "#db/index.ts";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { connectionTexts, tellConnection } from "../../people/connection-texts.ts";
import { changeConnection } from "../../people/connections.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { avatarUrl, connectionFormFields, connectionFormSchema } from "../../schemas/user.ts";
import { narrow } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
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
  if (!lists) return null;
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

export const clientLoader = withFallback(() => null);

const texts = { failed: connectionTexts.failed };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: connectionFormFields, texts }, async (form) => {
    const parsed = connectionFormSchema.safeParse(Object.fromEntries(form.data));
    if (!parsed.success) throw data("This page does not have that button.", 400);
    const { intent, userId } = parsed.data;
    const { state, name } = await changeConnection(viewer, parseId(userId), intent);
    const text = tellConnection(intent, state, name);
    // Accepted, they stand among the newest connections; every other act takes them off the page.
    const at = intent === "accept" ? { at: `member-${userId}` } : {};
    return redirectAndTell(args.context, args.url.pathname + args.url.search, { text, ...at });
  });
}

export const clientAction = keepForm(texts);

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Connections</Title>
      <h1>Connections</h1>
      <FormAlert failure={actionData?.failure} />
      {loaderData ? <Lists lists={loaderData.lists} /> : <LoadFailure text={connectionTexts.loadFailed} />}
    </div>
  );
}

function Lists({
  lists: { received, sent, connected, nextHref, isFirst },
}: {
  lists: NonNullable<Route.ComponentProps["loaderData"]>["lists"];
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
          ["accept", "Accept", "primary"],
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
