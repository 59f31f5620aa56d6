import { data, redirect } from "react-router";
import { db } from "#db/index.ts";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { connectionTexts } from "../../people/connection-texts.ts";
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

const toldTexts = {
  ask: (name: string) => `Your request to ${name} is sent.`,
  accept: (name: string) => `You're connected with ${name}.`,
  decline: (name: string) => `The request of ${name} is declined.`,
  withdraw: (name: string) => `Your request to ${name} is withdrawn.`,
  remove: (name: string) => `You're no longer connected with ${name}.`,
};

/** Every form about a connection posts here: the directory's, the profile's and this page's own. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, { fields: connectionFormFields, texts }, async (form) => {
    const parsed = connectionFormSchema.safeParse(Object.fromEntries(form.data));
    if (!parsed.success) throw data("This page does not have that button.", 400);
    const { intent, userId, redirectTo } = parsed.data;
    const back = safeRedirect(redirectTo);
    form.data.set("redirectTo", back);
    const viewer = await getViewer(args);
    if (!viewer) return redirect(`/login?redirectTo=${encodeURIComponent(back)}`, 303);
    const { state, name } = await changeConnection(viewer, parseId(userId), intent);
    const [to = "/connections", at] = back.split("#");
    const text = toldTexts[state.connection === "connected" ? "accept" : intent](name || "No Name");
    return redirectAndTell(args.context, to, { text, ...(at && { at }) });
  });

export const clientAction = keepForm(texts);

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const failure = actionData?.failure;
  const back = String(failure?.initialValue?.redirectTo ?? "/connections");
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Connections</Title>
      <h1>Connections</h1>
      {failure && (
        <div className={styles.refusal}>
          <FormAlert failure={failure} />
          {back !== "/connections" && (
            <ButtonLink to={back} variant="outline">
              Back
            </ButtonLink>
          )}
        </div>
      )}
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
