import { useEffect } from "react";
import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { connectionTexts, describeChange } from "#app/people/connection-texts.ts";
import { changeConnection } from "#app/people/connections.server.ts";
import { requireSession, requireViewer } from "#app/platform/auth/guards.server.ts";
import { findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { hasFile, type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import {
  findInitiator,
  findPreviousPage,
  getRequestContext,
  isPrefetch,
} from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { queryText } from "#app/platform/schemas/query-fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { settings } from "#app/platform/settings.server.ts";
import { withFallback } from "#app/ui/client/requests.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import { markMessagesOpened } from "../bell.server.ts";
import { blockTexts } from "../block-texts.ts";
import { appendQuery } from "../chat/address.ts";
import { parsePartnerId } from "../input.server.ts";
import { clearMarkedUnread } from "../quiet.server.ts";
import { messageTexts } from "../rules.ts";
import type { Route } from "./+types/messages.ts";
import { blockButtons, changeButtons, quietButtons } from "./change.server.ts";
import { conversationHref, isOtherMessagesPage } from "./conversation.ts";
import * as listStyles from "./conversations.css.ts";
import { DrawerOpener } from "./conversations.tsx";
import * as styles from "./messages.css.ts";
import { createOfflinePage, isComplete, type MessagesPage, partnerFromInbox } from "./page-data.ts";
import { Panes } from "./panes.tsx";
import {
  findPageEnd,
  loadInbox,
  loadPartner,
  loadQuiet,
  loadThread,
  markSeen,
  nullOnFailure,
  searchUsers,
} from "./read-conversations.server.ts";
import { sendForm, sendFormWithFiles, sendTexts } from "./send.server.ts";
import { Welcome } from "./welcome.tsx";

/** The page fills the window, without a footer. */
export const handle = {
  fullHeight: true,
  offline: "own",
  body: { hasFile: true },
  title: "Messages",
  failed: messageTexts.threadFailed,
};

const searchText = queryText(maxNameSearchLength);

export async function loader({ request, params, context, url }: Route.LoaderArgs): Promise<MessagesPage> {
  const viewer = await requireViewer({ request, context, url });
  const query = url.searchParams;
  const isOpened = request.method === "GET" && !isPrefetch(request);
  const requestContext = getRequestContext(context);
  const initiator = findInitiator(request, requestContext);
  if (isOpened && initiator !== "other-site") markMessagesOpened(viewer.id);

  const load = <T,>(result: Promise<T>) => nullOnFailure(result, requestContext);
  const inboxCursor = query.get("inbox");
  const isArchived = query.get("archived") === "1";
  const inbox = await load(loadInbox(viewer.id, parseId(inboxCursor) ?? undefined, isArchived));
  const [first] = inbox?.conversations ?? [];
  if (params.userId === undefined && first && !query.has("list"))
    throw redirect(appendQuery(first.href, listQuery(query)), 303);

  const search = searchText.parse(query.get("search") ?? undefined) ?? "";
  limitListSearch(viewer, getRequestContext(context), { search });
  const page = {
    viewer: { id: String(viewer.id), name: viewer.name },
    timeZone: env.TIME_ZONE,
    now: Date.now(),
    inbox: inbox && { ...inbox, isFirstPage: inboxCursor === null && !isArchived },
    inboxCursor,
    isArchived,
    search,
    searchResults: search === "" ? null : await load(searchUsers(search, viewer.id)),
  };
  if (params.userId === undefined) return { ...page, conversation: null };

  const partnerId = parsePartnerId(params.userId);
  if (partnerId === null || partnerId === viewer.id) throw new HttpError(404, "No such member.");
  const isViewerHidden = typeof partnerId === "number" && query.get("anonymous") === "1";
  const isAnonymous = typeof partnerId === "string" || isViewerHidden;
  if (isAnonymous && settings.anonymousMessages === "off")
    throw new HttpError(404, messageTexts.anonymousSwitchedOff);
  const key = { viewerId: viewer.id, partnerId, isAnonymous };
  const partner = await load(loadPartner(key));
  if (partner === undefined) throw new HttpError(404, "No such member.");
  const href = conversationHref(String(partnerId), isAnonymous);
  const at = parseId(query.get("at"));
  const before = (at && (await load(findPageEnd(key, at)))) ?? parseId(query.get("before")) ?? undefined;
  const sendsSeen = !isViewerHidden || isOtherMessagesPage(findPreviousPage(request, requestContext), href);
  // A bookmark or a typed address: a link on another site sends a different value.
  const isTyped = request.headers.get("Sec-Fetch-Site") === "none";
  const isRead = isOpened && (initiator === "own-page" || isTyped);
  if (isRead) void nullOnFailure(clearMarkedUnread(key));
  // The response does not wait for this write: another program may hold the database's lock.
  if (isRead && sendsSeen) void nullOnFailure(markSeen(key));
  return {
    ...page,
    conversation: {
      partner: partner ?? partnerFromInbox(String(partnerId), href, page.inbox),
      href,
      isAnonymous,
      ...(settings.contacts && { contacts: settings.contacts }),
      thread: await load(loadThread(key, before)),
      isLatest: before === undefined,
      sendsSeen,
      mute: isViewerHidden ? await load(findShownAnonymousMute(viewer)) : null,
      quiet: (await load(loadQuiet(key))) ?? null,
    },
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** The parameters of an address that apply to the list. */
function listQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of ["search", "inbox", "archived"]) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return String(kept);
}

const changeTexts = {
  failed: messageTexts.changeFailed,
  loggedOut: `${messageTexts.changeFailed}. ${messageTexts.loggedOut}`,
  field: "content",
};
const texts = (form: FormData) => {
  const intent = form.get("intent");
  if (intent === "ask") return connectionTexts;
  if (!intent) return sendTexts;
  if (form.has("id")) return changeTexts;
  return { failed: blockTexts.saveFailed };
};
/** Sends the message of a browser without scripts, or blocks the partner. */
export function action(args: Route.ActionArgs) {
  const receiverId = args.params.userId ?? "";
  const isAnonymous = args.url.searchParams.get("anonymous") === "1";
  const href = conversationHref(receiverId, isAnonymous);
  const place = { receiverId, isAnonymous, href };
  const fields = ["content", "id", "replyTo"];
  if (hasFile(args.request)) {
    const options = { auth: "anyone", fields, texts: sendTexts, mayHaveFile: true } as const;
    return submitForm(args, options, (form) => sendFormWithFiles(args, form, place));
  }
  const send = async (form: PostedForm) => sendForm(form, await requireSession(args), place);
  const ask = async (_: PostedForm, viewer: Viewer) => {
    const { state, name } = await changeConnection(viewer, parseId(receiverId), "ask");
    return redirectWithFlash(args.context, href, { text: describeChange("ask", state, name) });
  };
  const buttons = {
    "": send,
    ask,
    ...changeButtons(args),
    ...quietButtons(args, receiverId, href),
    ...blockButtons(args, receiverId, href),
  };
  return submitForm(args, { auth: "member", fields, texts }, buttons);
}

export const clientAction = preserveForm((form) => ({
  failed: form.has("id") ? messageTexts.changeFailed : blockTexts.saveFailed,
  loggedOut: messageTexts.loggedOut,
}));

/** The data on screen, which is shown again when the server cannot be reached. */
let shownPage: MessagesPage | null = null;

export const clientLoader = withFallback(
  ({ url }) => shownPage && createOfflinePage(shownPage, new URL(url)),
);

/** An open conversation updates itself: the same address is reloaded only if part of it failed. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const isSubmitted = formMethod !== undefined && formMethod !== "GET";
  return currentUrl.href !== nextUrl.href || isSubmitted || !shownPage || !isComplete(shownPage);
}

export default function Messages({ loaderData, actionData, params }: Route.ComponentProps) {
  useEffect(() => {
    shownPage = loaderData;
    return () => {
      shownPage = null;
    };
  }, [loaderData]);
  const failure = actionData?.failure;
  const rejected = failure && {
    error: Object.values(failure.error ?? {})[0]?.[0] ?? messageTexts.sendFailed,
    text: String(failure.initialValue?.content ?? ""),
  };
  return (
    <div className={styles.frame} data-one-bar>
      {!loaderData && <Title>Messages</Title>}
      {loaderData && <Panes page={loaderData} rejected={rejected} />}
      {!loaderData && <Unreachable hasConversation={params.userId !== undefined} />}
    </div>
  );
}

function Unreachable({ hasConversation }: { hasConversation: boolean }) {
  return (
    <>
      <div className={listStyles.head}>
        <h1 className={listStyles.title}>Messages</h1>
        <details className={listStyles.drawer} open={!hasConversation}>
          <DrawerOpener />
        </details>
      </div>
      <section className={listStyles.list} aria-label="Conversations">
        <div className={listStyles.note}>
          <LoadFailure text={messageTexts.inboxFailed} />
        </div>
      </section>
      <section className={styles.pane} aria-label="Conversation">
        {hasConversation ? (
          <div className={listStyles.note}>
            <LoadFailure text={messageTexts.threadFailed} />
          </div>
        ) : (
          <Welcome />
        )}
      </section>
    </>
  );
}
