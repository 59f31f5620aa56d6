import { createContext, data, Link, redirect } from "react-router";
import { getSession, requireViewer } from "../../auth/session.server.ts";
import { Composer } from "../../chat/composer.tsx";
import { loadOr } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getGuestLabel, listRoomLines, sendRoomLine } from "../../messaging/room.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { lineContent } from "../../schemas/room.ts";
import { roomTexts } from "../../schemas/room-rules.ts";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/room.ts";
import { Chat, roomForm } from "./chat.tsx";
import * as styles from "./room.css.ts";

/** The page fills the window, without a footer. */
export const handle = { fills: true };

/** Set by the action when the session has ended, so that the response is the form with what was typed. */
const hasSessionEnded = createContext(false);

const pageSize = 50;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(hasSessionEnded)) return null;
  const viewer = await requireViewer({ request, context, url });
  const session = await getSession(getRequestContext(context), request);
  const before = parseId(url.searchParams.get("before")) ?? undefined;
  const page = await queryOrNull(context, async () => ({
    ...(await listRoomLines(viewer.id, { limit: pageSize, before, after: undefined })),
    guestId: session && getGuestLabel(session),
  }));
  if (!page) return data(null, 503);
  return { ...page, isLatest: before === undefined, timeZone: env.TIME_ZONE, now: Date.now() };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

/** Sends the form of a browser without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const text = String((await readForm(request, ["content"])).get("content") ?? "");
  const reject = (status: number, error: string, headers: HeadersInit = []) =>
    data({ error, text, isLoggedOut: status === 401 }, { status, headers });
  const session = await getSession(getRequestContext(context), request);
  if (!session) {
    context.set(hasSessionEnded, true);
    return reject(401, `${roomTexts.sendFailed}. ${roomTexts.loggedOut}`);
  }
  const content = lineContent.safeParse(text);
  if (!content.success) return reject(422, content.error.issues[0]?.message ?? roomTexts.sendFailed);
  const sent = await sendRoomLine(session, content.data);
  if (sent.result === "stored") throw redirect("/anonymous-post", 303);
  const { status, detail, retryAfter } = sent;
  const error = status === 503 ? detail : `${roomTexts.sendFailed}. ${detail}`;
  return reject(status, error, retryAfter === undefined ? [] : [["Retry-After", String(retryAfter)]]);
}

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Room({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={styles.frame}>
      <Title>Anonymous Posting</Title>
      <header className={styles.head}>
        <h1 className={styles.title}>Anonymous Posting</h1>
        <p className={styles.postingAs}>
          All members read, nobody sees who writes. No insults, no threats.{" "}
          <a href="/about">How this works</a>
        </p>
      </header>
      {loaderData ? (
        <Chat key={String(loaderData.isLatest)} page={loaderData} rejected={actionData} />
      ) : (
        <>
          <div className={styles.chat.note}>
            {actionData ? (
              <>
                <Alert texts={[actionData.error]} />
                {actionData.isLoggedOut && <Link to="/login?redirectTo=%2Fanonymous-post">Log in again</Link>}
              </>
            ) : (
              <LoadFailure text={roomTexts.loadFailed} />
            )}
          </div>
          {actionData && (
            <footer className={styles.chat.foot}>
              <Composer {...roomForm} initialText={actionData.text} isInvalid />
            </footer>
          )}
        </>
      )}
    </div>
  );
}
