import { data, Form, Link, useNavigation } from "react-router";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { loadNotices } from "../../notices/list.server.ts";
import { markRead } from "../../notices/unread.server.ts";
import { useServerFrames } from "../../realtime/provider.tsx";
import { useReload } from "../../realtime/use-reload.ts";
import { narrow, visuallyHidden } from "../../styles/global.css.ts";
import { timeAgo } from "../../time.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/list.ts";
import * as styles from "./notices.css.ts";

const pageSize = 30;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const after = readPosition(url.searchParams.get("after"));
  const rows = await queryOrNull(context, () => loadNotices(viewer.id, { limit: pageSize + 1, after }));
  if (!rows) return null;
  const { page, last } = cutPage(rows, pageSize);
  return {
    notices: page.map(({ id, text, url, moment, isRead }) => ({
      id,
      text,
      url,
      isRead,
      at: new Date(moment).toISOString(),
      ago: timeAgo(moment),
    })),
    olderHref: last ? `/notices?after=${last.moment}-${last.id}` : null,
    isFirst: after === undefined,
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: "Your notices couldn't be marked as read. Please try again." };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: ["intent"], texts }, async (form) => {
    if (form.text("intent") !== "read-all") throw data("This page does not have that button.", 400);
    await markRead(viewer.id);
    return redirectAndTell(args.context, "/notices", { text: "All notices are marked as read." });
  });
}

export const clientAction = keepForm(texts);

/** The member's notices, newest first. */
export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const isMarking = navigation.formAction === "/notices";
  const reload = useReload();
  useServerFrames(({ event }) => {
    if (event === "notice") reload();
  });
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Notices</Title>
      <div className={styles.head}>
        <h1>Notices</h1>
        <Link to="/account/notices" className={styles.settings}>
          Choose what we tell you
        </Link>
      </div>
      <FormAlert failure={actionData?.failure} />
      {!loaderData && <LoadFailure text="Your notices couldn't be loaded." />}
      {loaderData?.notices.length === 0 && loaderData.isFirst && (
        <EmptyState title="Nothing new">
          <p>Requests to connect, answers to your questions and news of your events appear here.</p>
          <ButtonLink to="/" variant="outline">
            See what's new for everyone
          </ButtonLink>
        </EmptyState>
      )}
      {loaderData?.notices.some(({ isRead }) => !isRead) && (
        <Form method="post">
          <Button variant="outline" size="sm" name="intent" value="read-all" loading={isMarking}>
            Mark all as read
          </Button>
        </Form>
      )}
      {loaderData && loaderData.notices.length > 0 && (
        <ol className={styles.list}>
          {loaderData.notices.map(({ id, text, url, at, ago, isRead }) => (
            <li key={id} className={styles.item} data-unread={!isRead || undefined}>
              <Link to={url} className={styles.link}>
                {text}
                {!isRead && <span className={visuallyHidden}> (unread)</span>}
              </Link>
              <time dateTime={at} className={styles.time}>
                {ago}
              </time>
            </li>
          ))}
        </ol>
      )}
      {loaderData && (loaderData.olderHref || !loaderData.isFirst) && (
        <nav className={styles.more} aria-label="More notices">
          {!loaderData.isFirst && (
            <ButtonLink to="/notices" variant="ghost">
              Newest notices
            </ButtonLink>
          )}
          {loaderData.olderHref && (
            <ButtonLink to={loaderData.olderHref} variant="outline">
              Older notices
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  );
}
