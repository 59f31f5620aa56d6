import { Link, redirect } from "react-router";
import {
  findRoomMute,
  getGuestLabel,
  listRoomLines,
  sendRoomLine,
} from "../../anonymous-room/room.server.ts";
import { getSession, requireSession, requireViewer } from "../../auth/guards.server.ts";
import { Composer } from "../../chat/composer.tsx";
import { withFallback } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { hasSessionEnded, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { lineInputSchema } from "../../schemas/room.ts";
import { roomTexts } from "../../schemas/room-rules.ts";
import { Area } from "../../ui/drawing.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/room.ts";
import { Chat, roomForm } from "./chat.tsx";
import * as styles from "./room.css.ts";

/** The page fills the window, without a footer. */
export const handle = { fills: true };

const pageSize = 50;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(hasSessionEnded)) return null;
  const viewer = await requireViewer({ request, context, url });
  const session = await getSession(getRequestContext(context), request);
  const before = parseId(url.searchParams.get("before")) ?? undefined;
  const page = await queryOrNull(context, async () => ({
    ...(await listRoomLines(viewer.id, { limit: pageSize, before, after: undefined })),
    guestId: session && getGuestLabel(session),
    mute: await findRoomMute(viewer),
  }));
  const viewerId = String(viewer.id);
  return (
    page && { ...page, viewerId, isLatest: before === undefined, timeZone: env.TIME_ZONE, now: Date.now() }
  );
}

export const clientLoader = withFallback(() => null);

const texts = {
  failed: roomTexts.sendFailed,
  loggedOut: `${roomTexts.sendFailed}. ${roomTexts.loggedOut}`,
  field: "content",
};

/** Sends the form of a browser without scripts. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", limit: null, fields: ["content"], texts }, async (form) => {
    const session = await requireSession(args);
    const sent = await sendRoomLine(session, form.parse(lineInputSchema).content);
    if (sent.result === "stored") return redirect("/anonymous-post", 303);
    const { code, detail, retryAfter } = sent;
    throw HttpError.withCode(code, code === "unavailable" ? detail : `${texts.failed}. ${detail}`, {
      retryAfter,
    });
  });

export default function Room({ loaderData, actionData }: Route.ComponentProps) {
  const failure = actionData?.failure;
  const rejected = failure && {
    error: failure.error?.content?.[0] ?? texts.failed,
    text: String(failure.initialValue?.content ?? ""),
  };
  return (
    <div className={styles.frame}>
      <Title>Anonymous Posting</Title>
      <header className={styles.head}>
        <h1 className={styles.title}>Anonymous Posting</h1>
        <p className={styles.postingAs}>
          All members read, nobody sees who writes. No insults, no threats.{" "}
          <a href="/about">How this works</a>
        </p>
        <Area name="fog" />
      </header>
      {loaderData ? (
        <Chat key={String(loaderData.isLatest)} page={loaderData} rejected={rejected} />
      ) : (
        <>
          <div className={styles.chat.note}>
            {rejected ? (
              <>
                <Alert texts={[rejected.error]} />
                {failure?.isLoggedOut && <Link to="/login?redirectTo=%2Fanonymous-post">Log in again</Link>}
              </>
            ) : (
              <LoadFailure text={roomTexts.loadFailed} />
            )}
          </div>
          {rejected && (
            <footer className={styles.chat.foot}>
              <Composer {...roomForm} initialText={rejected.text} isInvalid />
            </footer>
          )}
        </>
      )}
    </div>
  );
}
