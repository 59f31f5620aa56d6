import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { Form, Link } from "react-router";
import { db, sessions, write } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import {
  endSession,
  forgetBrowser,
  getSession,
  requireViewer,
  sessionLifetimeMs,
} from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { hourMs } from "../../durations.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { logSecurityEvent } from "../../log.server.ts";
import { hub } from "../../realtime/hub.server.ts";
import { formatDateTime, timeAgo } from "../../time.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/sessions.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./texts.ts";

const pageSize = 50;

/** A session's name in forms: the beginning of its hash. The whole one stays on the server. */
const sessionId = sql<string>`substr(${sessions.tokenHash}, 1, 16)`;

/** Where a page of the list begins: after the session that was used at this time and has this id. */
function parseCursor(text: string | null) {
  const [, usedAt, id] = /^(\d{1,15})-([0-9a-f]{16})$/.exec(text ?? "") ?? [];
  return usedAt && id ? { usedAt: Number(usedAt), id } : null;
}

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const current = await getSession(getRequestContext(args.context), args.request);
  const cursor = parseCursor(args.url.searchParams.get("before"));
  const isOther = and(
    eq(sessions.userId, viewer.id),
    ne(sessions.tokenHash, current?.tokenHash ?? ""),
    sql`${sessions.lastUsedAt} > ${Date.now() - sessionLifetimeMs}`,
  );
  const found = await queryOrNull(args.context, () =>
    db.batch([
      db
        .select({
          id: sessionId,
          tokenHash: sessions.tokenHash,
          kind: sessions.kind,
          device: sessions.device,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
        })
        .from(sessions)
        .where(
          and(
            eq(sessions.userId, viewer.id),
            // Named tokens have a page of their own.
            isNull(sessions.name),
            sql`${sessions.lastUsedAt} > ${Date.now() - sessionLifetimeMs}`,
            cursor
              ? sql`(${sessions.lastUsedAt}, ${sessions.tokenHash}) < (${cursor.usedAt}, ${cursor.id})`
              : undefined,
          ),
        )
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.tokenHash))
        .limit(pageSize + 1),
      db.select({ one: sql`1` }).from(sessions).where(isOther).limit(1),
    ]),
  );
  if (!found) return null;
  const [rows, others] = found;
  const { page, last } = cutPage(rows, pageSize);
  return {
    sessions: page.map(({ tokenHash, createdAt, lastUsedAt, ...session }) => ({
      ...session,
      isCurrent: tokenHash === current?.tokenHash,
      started: formatDateTime(createdAt),
      // Its last use is written down once an hour.
      used: lastUsedAt > Date.now() - hourMs ? "within the hour" : timeAgo(lastUsedAt),
    })),
    hasOthers: others.length > 0,
    older: last ? `${last.lastUsedAt}-${last.id}` : null,
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.sessionsFailed, loggedOut: accountTexts.loggedOut };

/** Ends one of the member's sessions, or all but this one. For an ended session, or another member's, nothing changes. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const requestContext = getRequestContext(args.context);
  const current = await getSession(requestContext, args.request);
  const isOwn = eq(sessions.userId, viewer.id);
  return submitForm(args, { fields: ["intent", "id"], texts }, async (form) => {
    if (form.text("intent") === "end-others") {
      const ended = await write(() =>
        db
          .delete(sessions)
          .where(and(isOwn, ne(sessions.tokenHash, current?.tokenHash ?? "")))
          .returning({ kind: sessions.kind }),
      );
      hub.closeUser(viewer.id, current?.tokenHash);
      logSecurityEvent("other-sessions-ended", { memberId: viewer.id, count: ended.length });
      return redirectAndTell(args.context, "/account/sessions", {
        text: "Only this browser is logged in now.",
      });
    }
    const [session] = await db
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(and(isOwn, eq(sessionId, form.text("id"))));
    if (session) await endSession(session.tokenHash);
    if (session?.tokenHash !== current?.tokenHash)
      return redirectAndTell(args.context, "/account/sessions", { text: "The session is ended." });
    forgetBrowser(requestContext);
    return redirectAndTell(args.context, "/login", { text: "You are logged out." });
  });
}

export const clientAction = keepForm(texts);

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Where you are logged in">
      <FormAlert failure={actionData?.failure} />
      {loaderData ? (
        <>
          {loaderData.hasOthers ? (
            <p className={styles.quiet}>
              If you don't know one of these, end it and{" "}
              <Link to="/account/password">change your password</Link>. “End all others” ends your{" "}
              <Link to="/account/tokens">API tokens</Link>, too.
            </p>
          ) : (
            <p>You are logged in nowhere else.</p>
          )}
          <SessionList sessions={loaderData.sessions} />
          <div className={styles.row}>
            {loaderData.older && (
              <ButtonLink to={`?before=${loaderData.older}`} variant="outline">
                Older ones
              </ButtonLink>
            )}
            {loaderData.hasOthers && (
              <Form method="post">
                <Button variant="outline" name="intent" value="end-others">
                  End all others
                </Button>
              </Form>
            )}
          </div>
        </>
      ) : (
        <LoadFailure text={accountTexts.loadFailed} />
      )}
    </AccountPage>
  );
}

type SessionRow = NonNullable<Route.ComponentProps["loaderData"]>["sessions"][number];

function SessionList({ sessions }: { sessions: SessionRow[] }) {
  return (
    <ul className={styles.list}>
      {sessions.map(({ id, kind, device, isCurrent, started, used }) => {
        const name = `${kind === "token" ? "Program: " : ""}${device ?? "Unknown device"}`;
        return (
          <li key={id} className={styles.item}>
            <div>
              <p>{name}</p>
              <p className={styles.quiet}>
                Used {used} · since {started}
              </p>
            </div>
            {isCurrent ? (
              <p className={styles.here}>This browser</p>
            ) : (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <Button variant="outline" size="sm" name="intent" value="end" aria-label={`End ${name}`}>
                  End
                </Button>
              </Form>
            )}
          </li>
        );
      })}
    </ul>
  );
}
