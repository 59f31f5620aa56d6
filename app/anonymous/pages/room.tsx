import { redirect } from "react-router";
import { lineChangeTexts } from "#app/messages/change-texts.ts";
import { lineHash, withoutTarget } from "#app/messages/chat/address.ts";
import { Composer } from "#app/messages/chat/composer.tsx";
import { getSession, requireSession, requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Session } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { withFallback } from "#app/ui/client/requests.ts";
import { Area } from "#app/ui/drawing.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { LinkedLines } from "#app/ui/linked-text.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import { size, small } from "#app/ui/styles/layout.css.ts";
import { signs } from "#db/vocabulary.ts";
import { lineInputSchema } from "../input.server.ts";
import {
  findRoomMute,
  getGuestLabel,
  listRoomLines,
  reactInRoom,
  removeRoomLine,
  sendRoomLine,
} from "../room.server.ts";
import { roomTexts } from "../rules.ts";
import type { Route } from "./+types/room.ts";
import { Chat, roomForm } from "./chat.tsx";
import * as styles from "./room.css.ts";

/** The page fills the window, without a footer. */
export const handle = { fullHeight: true, title: "Anonymous Posting", failed: roomTexts.loadFailed };

const pageSize = 50;
/** The maximum number of lines after the one that a page is opened at. */
const linesAfter = 15;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const session = await getSession(getRequestContext(context), request);
  const at = parseId(url.searchParams.get("at"));
  const before = at ? at + linesAfter : (parseId(url.searchParams.get("before")) ?? undefined);
  const page = await queryOrNull(context, async () => ({
    ...(await listRoomLines(viewer.id, { limit: pageSize, before, after: undefined })),
    guestId: session && getGuestLabel(session),
    mute: await findRoomMute(viewer),
  }));
  const viewerId = String(viewer.id);
  return (
    page && {
      ...page,
      viewerId,
      isLatest: before === undefined,
      timeZone: env.TIME_ZONE,
      now: Date.now(),
      ...(settings.contacts && { contacts: settings.contacts }),
    }
  );
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const clientLoader = withFallback(() => null);

const sendTexts = {
  failed: roomTexts.sendFailed,
  loggedOut: `${roomTexts.sendFailed}. ${roomTexts.loggedOut}`,
  field: "content",
};
const changeTexts = {
  failed: roomTexts.changeFailed,
  loggedOut: `${roomTexts.changeFailed}. ${roomTexts.loggedOut}`,
  field: "content",
};
const texts = (form: FormData) => (form.get("intent") ? changeTexts : sendTexts);

export const clientAction = preserveForm(texts);

/** Sends the form of a browser without scripts. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["content", "id", "replyTo"], texts },
    { "": (form) => send(args, form), ...changeButtons(args) },
  );

async function send(args: Route.ActionArgs, form: PostedForm) {
  const session = await requireSession(args);
  const { content, replyTo } = form.parse(lineInputSchema);
  await sendRoomLine(session, content, replyTo).catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.status === 503) throw error;
    const { code, message, retryAfter } = error;
    throw HttpError.withCode(code, `${sendTexts.failed}. ${message}`, { retryAfter });
  });
  return redirect("/anonymous-post", 303);
}

/** Intents of a line's menu. Each redirects back to the line. */
function changeButtons(args: Route.ActionArgs) {
  const act =
    (change: (session: Session, id: number) => Promise<unknown>, text?: string) =>
    async (form: PostedForm) => {
      const session = await requireSession(args);
      const id = parseId(form.text("id"));
      if (id === null) throw new HttpError(404, lineChangeTexts.unknownLine);
      await change(session, id);
      const back = withoutTarget(args.url);
      const at = lineHash(String(id));
      return text
        ? redirectWithFlash(args.context, back, { text, at: at.slice(1) })
        : redirect(back + at, 303);
    };
  return {
    delete: act(removeRoomLine, lineChangeTexts.deletedToast),
    unreact: act((session, id) => reactInRoom(session, id, null)),
    ...Object.fromEntries(signs.map((sign) => [sign, act((session, id) => reactInRoom(session, id, sign))])),
  };
}

export default function Room({ loaderData, actionData }: Route.ComponentProps) {
  const failure = actionData?.failure;
  const rejected = failure && {
    error: failure.error?.content?.[0] ?? sendTexts.failed,
    text: String(failure.initialValue?.content ?? ""),
  };
  return (
    <div className={styles.frame}>
      <Title>Anonymous Posting</Title>
      <header className={styles.head}>
        <h1 className={size.title}>Anonymous Posting</h1>
        <p className={small}>
          All members read, nobody sees who writes. No insults, no threats.{" "}
          <a href="/about">How this works</a>
        </p>
        <LinkedLines text={loaderData?.contacts} />
        <Area className={styles.area} name="fog" />
      </header>
      {loaderData ? (
        <Chat key={String(loaderData.isLatest)} page={loaderData} rejected={rejected} />
      ) : (
        <>
          <div className={styles.chat.note}>
            {rejected ? <Alert texts={[rejected.error]} /> : <LoadFailure text={roomTexts.loadFailed} />}
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
