import { Form, Link, useNavigation } from "react-router";
import { db, users } from "#db/index.ts";
import { pageOf, positionOf, readTimeCursor } from "#db/scopes/pages.ts";
import { isAmong } from "#db/scopes/questions.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { loadNotices } from "../../notices/list.server.ts";
import { markRead } from "../../notices/unread.server.ts";
import { personColumns, presentPerson } from "../../people/person.server.ts";
import { Face } from "../../people/person.tsx";
import { useServerFrames } from "../../realtime/provider.tsx";
import { useReload } from "../../realtime/use-reload.ts";
import { narrow, visuallyHidden } from "../../styles/global.css.ts";
import { timeAgo } from "../../time/time.server.ts";
import { Sign } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/list.ts";
import * as styles from "./notices.css.ts";

const pageSize = 30;

export const handle = { title: "Notices", failed: "Your notices couldn't be loaded." };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const after = readTimeCursor(args.url);
  const rows = await loadNotices(viewer.id, { limit: pageSize + 1, after });
  const actors = await db
    .select(personColumns)
    .from(users)
    .where(
      isAmong(
        users.id,
        rows.flatMap(({ actorId }) => actorId ?? []),
      ),
    );
  const people = new Map(actors.map((actor) => [actor.id, presentPerson(actor)]));
  return pageOf(
    rows,
    pageSize,
    ({ id, text, actorId, url, moment, isRead }) => {
      const person = (actorId !== null && people.get(actorId)) || null;
      return { id, text, person, url, isRead, at: new Date(moment).toISOString(), ago: timeAgo(moment) };
    },
    positionOf,
  );
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: "Your notices couldn't be marked as read. Please try again." };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: [], texts },
    {
      "read-all": async (_, viewer) => {
        await markRead(viewer.id);
        return redirectWithFlash(args.context, "/notices", { text: "All notices are marked as read." });
      },
    },
  );

export const clientAction = preserveForm(texts);

/** The member's notices, newest first. */
export default function Notices({ loaderData: { rows, next }, actionData }: Route.ComponentProps) {
  const isMarking = useNavigation().formAction === "/notices";
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
      {rows.some(({ isRead }) => !isRead) && (
        <Form method="post">
          <Button variant="outline" size="sm" name="intent" value="read-all" loading={isMarking}>
            Mark all as read
          </Button>
        </Form>
      )}
      <List
        rows={rows}
        next={next}
        empty={[
          "Nothing new",
          "Requests to connect, answers to your questions and news of your events appear here.",
          <ButtonLink key="home" to="/" variant="outline">
            See what's new for everyone
          </ButtonLink>,
        ]}
        className={styles.list}
      >
        {({ id, text, person, url, at, ago, isRead }) => (
          <li key={id} className={styles.item} data-unread={!isRead || undefined}>
            <Link to={url} className={styles.link}>
              {person ? <Face person={person} size="sm" /> : <Sign icon="bell" size="sm" />}
              <span dir="auto">{text}</span>
              {!isRead && <span className={visuallyHidden}> (unread)</span>}
            </Link>
            <time dateTime={at} className={styles.time}>
              {ago}
            </time>
          </li>
        )}
      </List>
    </div>
  );
}
