import { Form, Link, useNavigation } from "react-router";
import { ConnectionForm } from "#app/people/connection-form.tsx";
import { connectionTexts, describeChange, undoOf } from "#app/people/connection-texts.ts";
import { changeConnection, undoConnectionChange } from "#app/people/connections.server.ts";
import { describeConnection } from "#app/people/describe-connection.ts";
import { personColumns, presentPerson } from "#app/people/person.server.ts";
import { Face } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { useReload } from "#app/platform/realtime/use-reload.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { addDays, formatDateTime, nameDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import { IconBadge } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow, visuallyHidden } from "#app/ui/styles/global.css.ts";
import { connections, db, users } from "#db/index.ts";
import { pageOf, readTimeCursor } from "#db/scopes/pages.ts";
import { isAmong } from "#db/scopes/questions.ts";
import { isConnectionWith } from "#db/scopes/users.ts";
import { noticeKinds } from "../kinds.ts";
import { loadNotices } from "../list.server.ts";
import { markRead } from "../publish.server.ts";
import type { Route } from "./+types/list.ts";
import * as styles from "./notices.css.ts";

const pageSize = 30;

export const handle = { title: "Notices", failed: "Your notices couldn't be loaded." };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const after = readTimeCursor(args.url);
  const found = await loadNotices(viewer, { limit: pageSize + 1, after });
  const people = await loadPeople(
    viewer.id,
    found.flatMap(({ actorId }) => actorId ?? []),
  );
  const requests = new Set<number>();
  const { rows, next } = pageOf(
    found,
    pageSize,
    ({ id, kind, parts, actorId, url, moment, isRead }) => {
      const age = nameAge(moment);
      const actor = actorId === null ? undefined : people.get(actorId);
      const isRequest = kind === "connection-asked" && actorId !== null && !requests.has(actorId);
      if (isRequest) requests.add(actorId);
      return {
        id,
        parts,
        person: actor?.person ?? null,
        icon: noticeKinds[kind].icon,
        /** The id of the member, if this is their newest request to connect. */
        asker: isRequest ? String(actorId) : null,
        connection: isRequest ? actor?.connection : undefined,
        url,
        isRead,
        age,
        at: new Date(moment).toISOString(),
        ago: kind === "thanks" ? nameThanksDay(moment, age) : nameTime(moment, age),
      };
    },
    ({ moment }) => moment,
  );
  const ages = [...Map.groupBy(rows, ({ age }) => age)].map(([age, notices]) => ({ age, notices }));
  return { ages, hasUnread: rows.some(({ isRead }) => !isRead), next };
}

/** The group of a notice. A week is seven days. */
function nameAge(moment: number): string {
  const day = today(moment);
  return day === today() ? "Today" : day > addDays(today(), -7) ? "This week" : "Earlier";
}

/** Shortly after midnight, "2 hours ago" would confuse under "This week". */
const nameTime = (moment: number, age: string) =>
  age === "Today" ? timeAgo(moment) : formatDateTime(moment);
/** A thank-you has a date but no time. Today's is in the heading. */
const nameThanksDay = (moment: number, age: string) => (age === "Today" ? null : nameDay(moment));

/** The actor, and whether their request to connect is still open or has been accepted. */
async function loadPeople(viewerId: number, ids: readonly number[]) {
  const rows = await db
    .select({ ...personColumns, askedBy: connections.askedBy, acceptedAt: connections.acceptedAt })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewerId))
    .where(isAmong(users.id, ids));
  return new Map(
    rows.map((row) => {
      const { connection, connectionBy } = describeConnection(row, viewerId);
      const isAsking = connection === "pending" && connectionBy === "them";
      const state = isAsking ? "asking" : connection === "connected" ? "connected" : undefined;
      return [row.id, { person: presentPerson(row), connection: state }];
    }),
  );
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = (form: FormData) => ({
  failed:
    form.get("intent") === "read-all"
      ? "Your notices couldn't be marked as read. Please try again."
      : connectionTexts.failed,
});

export function action(args: Route.ActionArgs) {
  const page = args.url.pathname + args.url.search;
  const answer = (intent: "accept" | "decline") => async (form: PostedForm, viewer: Viewer) => {
    const userId = form.text("userId");
    const { state, name } = await changeConnection(viewer, parseId(userId), intent, intent === "accept");
    const undo = undoOf(intent, state, page, userId);
    const text = describeChange(intent, state, name);
    return redirectWithFlash(args.context, page, { text, at: `request-${userId}`, ...undo });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["userId"], texts },
    {
      "read-all": async (_, viewer) => {
        await markRead(viewer.id);
        return redirectWithFlash(args.context, "/notices", { text: "All notices are marked as read." });
      },
      accept: answer("accept"),
      decline: answer("decline"),
      async undo(form, viewer) {
        await undoConnectionChange(viewer, toId(form.text("userId")));
        return redirectWithFlash(args.context, page, { text: undoTexts.done });
      },
    },
  );
}

export const clientAction = preserveForm(texts);

type Page = Route.ComponentProps["loaderData"];

/** The member's notices by age, newest first. */
export default function Notices({ loaderData: { ages, hasUnread, next } }: Route.ComponentProps) {
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
        <Area className={styles.area} name="bell" />
      </div>
      <FormAlert />
      <div className={styles.choices}>
        {hasUnread && (
          <Form method="post">
            <Button variant="link" name="intent" value="read-all" loading={isMarking}>
              Mark all as read
            </Button>
          </Form>
        )}
        <Link to="/account/notices">Settings</Link>
      </div>
      <List
        rows={ages}
        next={next}
        empty={[
          "Nothing new",
          "Requests to connect, answers to your questions and news of your events appear here.",
          <ButtonLink key="home" to="/" variant="outline">
            See what's new for everyone
          </ButtonLink>,
        ]}
        className={styles.ages}
      >
        {({ age, notices }) => (
          <li key={age}>
            <h2 className={styles.age}>{age}</h2>
            <ul className={styles.list}>
              {notices.map((notice) => (
                <Notice key={notice.id} {...notice} />
              ))}
            </ul>
          </li>
        )}
      </List>
    </div>
  );
}

/** The whole row is a link, except the face and the buttons that answer a request. */
const Notice = ({
  parts: [before, name, after],
  person,
  icon,
  asker,
  connection,
  url,
  isRead,
  at,
  ago,
}: Page["ages"][number]["notices"][number]) => (
  <li className={styles.item} id={asker ? `request-${asker}` : undefined} data-unread={!isRead || undefined}>
    {person?.href ? (
      <Link to={person.href} className={styles.face} aria-label={person.name}>
        <Face person={person} size="sm" />
      </Link>
    ) : person ? (
      <Face person={person} size="sm" />
    ) : (
      <IconBadge icon={icon} size="sm" />
    )}
    <p className={styles.text}>
      <Link to={url}>
        {before}
        {name && <b>{name}</b>}
        {after}
      </Link>
      {!isRead && <span className={visuallyHidden}> (unread)</span>}
      <span className={styles.time}>
        {ago && <time dateTime={at}>{ago}</time>}
        {!name && person && (
          <>
            {ago && " · "}
            <bdi>{person.name}</bdi>
          </>
        )}
      </span>
    </p>
    {asker && (
      <div className={styles.answer}>
        {connection === "asking" && (
          <ConnectionForm
            userId={asker}
            name={person?.name ?? ""}
            choices={[
              ["accept", "Accept", "outline"],
              ["decline", "Decline", "link"],
            ]}
            isMenu
          />
        )}
        {connection === "connected" && <span className={styles.state}>Connected</span>}
        <FlashLine at={`request-${asker}`} />
      </div>
    )}
  </li>
);
