import { eq } from "drizzle-orm";
import { useEffect } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { db, users } from "#db/index.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { sendMessage } from "../../messaging/messages.server.ts";
import { useConnectionState } from "../../realtime/provider.tsx";
import { normalizeText, parseId } from "../../schemas/fields.ts";
import { messageContent } from "../../schemas/message.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/messages.ts";
import { Conversations } from "./conversations.tsx";
import * as styles from "./messages.css.ts";
import { loadInbox, loadPartner, loadThread, orNull, searchPeople } from "./queries.server.ts";
import { leaveForLogin } from "./session-end.ts";
import { Thread } from "./thread.tsx";
import { useInbox } from "./use-inbox.ts";
import { Welcome } from "./welcome.tsx";

/** The page fills the window: no footer below it. */
export const handle = { fills: true };

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const given = url.searchParams;
  // A browser that only fetches ahead has opened nothing.
  const ahead = request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "";
  const isOpened = request.method === "GET" && !ahead.includes("prefetch");
  if (isOpened) await db.update(users).set({ messagesOpenedAt: Date.now() }).where(eq(users.id, viewer.id));

  const inbox = await orNull(loadInbox(viewer.id, parseId(given.get("inbox")) ?? undefined));
  const [first] = inbox?.conversations ?? [];
  if (params.userId === undefined && first) throw redirect(withQuery(first.href, url.search), 303);

  const search = normalizeText(given.get("search") ?? "").slice(0, 100);
  const shell = {
    viewer: { id: String(viewer.id), name: viewer.name },
    timeZone: env.TIME_ZONE,
    now: Date.now(),
    inbox: inbox && { ...inbox, isFirstPage: !given.has("inbox") },
    search,
    found: search === "" ? null : await orNull(searchPeople(search, viewer.id)),
  };
  if (params.userId === undefined) return { ...shell, open: null };

  const otherId = parseId(params.userId);
  const partner = otherId === null || otherId === viewer.id ? undefined : await loadPartner(otherId);
  if (!partner || otherId === null) throw data("There is no such member.", 404);
  const anonymous = given.get("anonymous") === "1";
  const before = parseId(given.get("before")) ?? undefined;
  const thread = await orNull(loadThread({ viewerId: viewer.id, otherId, anonymous }, before, isOpened));
  const href = `/messages/${otherId}${anonymous ? "?anonymous=1" : ""}`;
  return { ...shell, open: { partner, href, anonymous, thread, isLatest: before === undefined } };
}

const withQuery = (href: string, search: string) =>
  href.includes("?") ? href + search.replace("?", "&") : href + search;

/** Sends what was written in the form. Where scripts run they send it themselves. */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const typed = (await request.formData()).get("content");
  const text = typeof typed === "string" ? typed.slice(0, 20_000) : "";
  const content = messageContent.safeParse(text);
  const refuse = (status: number, error: string) => data({ error, text: text.toWellFormed() }, { status });
  if (!content.success) return refuse(422, content.error.issues[0]?.message ?? messageTexts.failed);
  const receiverId = params.userId ?? "";
  const isAnonymous = url.searchParams.get("anonymous") === "1";
  const sent = await sendMessage(viewer, {
    senderId: String(viewer.id),
    receiverId,
    content: content.data,
    isAnonymous,
    tempId: null,
  });
  if (sent.result === "failed") return refuse(503, sent.detail);
  if (sent.result === "refused") return refuse(sent.status, `${messageTexts.failed}. ${sent.detail}`);
  return redirect(`/messages/${receiverId}${isAnonymous ? "?anonymous=1" : ""}`, 303);
}

/** A conversation that is open keeps itself up to date: only another address is loaded anew. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href !== nextUrl.href || (formMethod !== undefined && formMethod !== "GET");
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, open, timeZone, now } = loaderData;
  const conversations = useInbox(loaderData);
  const { state, location } = useNavigation();
  const live = useConnectionState();
  useEffect(() => {
    if (live === "ended") leaveForLogin();
  }, [live]);
  const isLoading = state === "loading" && location.pathname.startsWith("/messages/");
  return (
    <div className={styles.frame}>
      <Title>Messages</Title>
      <Conversations
        conversations={conversations}
        openHref={open?.href ?? null}
        next={loaderData.inbox?.next ?? null}
        isFirstPage={loaderData.inbox?.isFirstPage ?? true}
        search={loaderData.search}
        found={loaderData.found}
        timeZone={timeZone}
        now={now}
      />
      <section
        className={styles.pane}
        aria-label={open ? `Conversation with ${open.partner.name}` : "Welcome"}
      >
        {isLoading ? (
          <p className={styles.loading} role="status">
            Loading messages...
          </p>
        ) : open ? (
          <Thread
            key={open.href}
            viewer={viewer}
            open={open}
            timeZone={timeZone}
            now={now}
            refused={actionData}
          />
        ) : (
          <Welcome />
        )}
      </section>
    </div>
  );
}
