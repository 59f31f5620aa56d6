import { eq } from "drizzle-orm";
import { data, redirect } from "react-router";
import { db, users } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { log } from "../../log.server.ts";
import { blockPerson, selectBlocks, unblockPerson } from "../../messaging/blocks.server.ts";
import { blockCursor, blockFormSchema, encodeBlockCursor } from "../../schemas/message.ts";
import { blockTexts } from "../../schemas/message-rules.ts";
import { narrow } from "../../styles/global.css.ts";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/blocks.ts";
import { Act, People } from "./block-list.tsx";
import * as styles from "./blocks.css.ts";

const pageSize = 50;
const cursorSchema = blockCursor();

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const cursor = cursorSchema.parse(url.searchParams.get("cursor") ?? undefined);
  const loaded = await queryOrNull(context, () =>
    db.batch([
      selectBlocks(viewer.id, pageSize + 1, cursor),
      db.select({ allowsAnonymous: users.allowAnonymous }).from(users).where(eq(users.id, viewer.id)),
    ]),
  );
  if (!loaded) return data({ list: null, allowsAnonymous: null }, 503);
  const [rows, [settings]] = loaded;
  const { page, last } = cutPage(rows, pageSize);
  return {
    list: {
      people: page.map(({ id, name }) => ({ id, name })),
      isFirstPage: cursor === undefined,
      next: last ? encodeBlockCursor(last) : null,
    },
    allowsAnonymous: settings?.allowsAnonymous ?? null,
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOr(serverLoader, { list: null, allowsAnonymous: null });

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const fields = Object.fromEntries(await readForm(request, ["intent", "person", "redirectTo"]));
  const form = blockFormSchema.safeParse(fields);
  if (!form.success) return data({ error: blockTexts.unknownAct, retry: null }, 422);
  const { intent, person, redirectTo } = form.data;
  try {
    if (intent === "block") await blockPerson(viewer.id, person);
    else if (intent === "unblock") await unblockPerson(viewer.id, person);
    else {
      const allowAnonymous = intent === "allow-anonymous";
      await db.update(users).set({ allowAnonymous }).where(eq(users.id, viewer.id));
    }
  } catch (error) {
    if (error instanceof HttpError) {
      return data({ error: error.message, retry: null }, { status: error.status, headers: error.headers() });
    }
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "block not saved");
    return data({ error: blockTexts.saveFailed, retry: form.data }, 503);
  }
  throw redirect(safeRedirect(redirectTo), 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) => {
    const error = reason === "login" ? blockTexts.loggedOut : blockTexts.saveFailed;
    return { error, retry: null };
  });

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Blocks({ loaderData: { list, allowsAnonymous }, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Blocked people and anonymous messages</Title>
      <h1>Blocked people</h1>
      <Alert texts={actionData ? [actionData.error] : null} />
      {actionData?.retry && <Act {...actionData.retry} text="Try again" />}
      {list ? <People list={list} /> : <LoadFailure text={blockTexts.loadFailed} />}
      {allowsAnonymous !== null && (
        <section className={styles.section} aria-labelledby="anonymous">
          <h2 id="anonymous">Anonymous messages</h2>
          <p>
            {allowsAnonymous
              ? "People can write to you without giving their name."
              : "Nobody can start an anonymous conversation with you. Those you already have go on until you block them."}
          </p>
          <Act
            intent={allowsAnonymous ? "refuse-anonymous" : "allow-anonymous"}
            person=""
            text={allowsAnonymous ? "Turn off anonymous messages" : "Turn on anonymous messages"}
          />
        </section>
      )}
    </div>
  );
}
