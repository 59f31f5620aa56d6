import { eq } from "drizzle-orm";
import { Form } from "react-router";
import { db, users, write } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { changeBlock, selectBlocks } from "../../messaging/blocks.server.ts";
import { blockTexts } from "../../schemas/block-texts.ts";
import { blockFormSchema, encodeBlockCursor, readBlockCursor } from "../../schemas/message.ts";
import { narrow } from "../../styles/global.css.ts";
import { Back } from "../../ui/back.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/blocks.ts";
import { People } from "./block-list.tsx";
import * as styles from "./blocks.css.ts";

const pageSize = 50;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const cursor = readBlockCursor(url.searchParams.get("cursor") ?? undefined);
  const loaded = await queryOrNull(context, () =>
    db.batch([
      selectBlocks(viewer.id, pageSize + 1, cursor),
      db.select({ allowsAnonymous: users.allowAnonymous }).from(users).where(eq(users.id, viewer.id)),
    ]),
  );
  if (!loaded) return null;
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

export const clientLoader = withFallback(() => null);

const texts = { failed: blockTexts.saveFailed, loggedOut: blockTexts.loggedOut };

const told = {
  block: blockTexts.blocked,
  unblock: blockTexts.unblocked,
  "allow-anonymous": "Saved. People can message you without their name.",
  "refuse-anonymous": "Saved. Nobody can start to message you without their name.",
};

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: ["intent", "person"], texts }, async (form) => {
    const parsed = blockFormSchema.safeParse(Object.fromEntries(form.data));
    if (!parsed.success) throw new HttpError(422, blockTexts.unknownAct);
    const { intent, person } = parsed.data;
    if (intent === "block" || intent === "unblock") await changeBlock(viewer.id, intent, person);
    else {
      const allowAnonymous = intent === "allow-anonymous";
      await write(() => db.update(users).set({ allowAnonymous }).where(eq(users.id, viewer.id)));
    }
    const undo = { action: "/blocks", fields: { intent: "unblock", person } };
    const to = args.url.pathname + args.url.search;
    return redirectAndTell(args.context, to, { text: told[intent], ...(intent === "block" && { undo }) });
  });
}

export const clientAction = keepForm(texts);

export default function Blocks({ loaderData, actionData }: Route.ComponentProps) {
  const { list = null, allowsAnonymous = null } = loaderData ?? {};
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Blocked people and anonymous messages</Title>
      <div>
        <Back to="/account">Account</Back>
        <h1>Blocked people</h1>
      </div>
      <FormAlert failure={actionData?.failure} />
      {list ? <People list={list} /> : <LoadFailure text={blockTexts.loadFailed} />}
      {allowsAnonymous !== null && (
        <section className={styles.section} aria-labelledby="anonymous">
          <h2 id="anonymous">Anonymous messages</h2>
          <Form method="post" action="/blocks" className={styles.section} key={String(allowsAnonymous)}>
            {/* The last value counts: a box that is not checked sends none. */}
            <input type="hidden" name="intent" value="refuse-anonymous" />
            <div>
              <Checkbox
                label="People can message me without their name"
                name="intent"
                value="allow-anonymous"
                defaultChecked={allowsAnonymous}
                aria-describedby="running"
              />
              <p className={styles.note} id="running">
                Conversations you already have go on until you block them.
              </p>
            </div>
            <Button variant="outline">Save</Button>
          </Form>
        </section>
      )}
    </div>
  );
}
