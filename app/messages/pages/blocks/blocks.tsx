import { eq } from "drizzle-orm";
import { Form } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { selectBlockedLines, unblockLine } from "#app/thanks/received.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/forms/field.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { db, users, write } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { cutPage, readCursor } from "#db/scopes/pages.ts";
import { blockTexts } from "../../block-texts.ts";
import { changeBlock, selectBlocks } from "../../blocks.server.ts";
import { encodeBlockCursor, readBlockCursor } from "../../input.server.ts";
import type { Route } from "./+types/blocks.ts";
import { Lines, People } from "./block-list.tsx";
import * as styles from "./blocks.css.ts";

export const handle = { title: "Blocked people", failed: blockTexts.loadFailed };

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const after = readBlockCursor(readCursor(args.url));
  const {
    rows,
    lines,
    settings: [settings],
  } = await namedBatch({
    rows: selectBlocks(viewer.id, pageSize + 1, after),
    lines: selectBlockedLines(viewer.id),
    settings: db.select({ allowsAnonymous: users.allowAnonymous }).from(users).where(eq(users.id, viewer.id)),
  });
  const { page, last } = cutPage(rows, pageSize);
  return {
    people: page.map(({ id, name }) => ({ id, name })),
    next: last ? encodeBlockCursor(last) : null,
    lines: after ? [] : lines,
    allowsAnonymous: settings?.allowsAnonymous ?? false,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: blockTexts.saveFailed, loggedOut: blockTexts.loggedOut };

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const to = url.pathname + url.search;
  const allow = (allowAnonymous: boolean, text: string) => async (_: PostedForm, viewer: Viewer) => {
    await write(() => db.update(users).set({ allowAnonymous }).where(eq(users.id, viewer.id)));
    const intent = allowAnonymous ? "refuse-anonymous" : "allow-anonymous";
    return redirectWithFlash(context, to, { text, undo: { action: to, fields: { intent } } });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["person", "line"], texts: { failed: texts.failed } },
    {
      async block(form, viewer) {
        const person = form.text("person");
        await changeBlock(viewer.id, "block", person);
        const undo = { action: "/blocks", fields: { intent: "unblock", person } };
        return redirectWithFlash(context, to, { text: blockTexts.blocked, undo });
      },
      async unblock(form, viewer) {
        const person = form.text("person");
        await changeBlock(viewer.id, "unblock", person);
        const undo = { action: "/blocks", fields: { intent: "block", person } };
        return redirectWithFlash(context, to, { text: blockTexts.unblocked, undo });
      },
      async "unblock-line"(form, viewer) {
        await unblockLine(viewer, toId(form.text("line")));
        return redirectWithFlash(context, to, { text: blockTexts.lineUnblocked });
      },
      "allow-anonymous": allow(true, "Saved. People can message you without their name."),
      "refuse-anonymous": allow(false, "Saved. Nobody can start messaging you without their name."),
    },
  );
}

export const clientAction = preserveForm(texts);

export default function Blocks({ loaderData }: Route.ComponentProps) {
  const { people, next, lines, allowsAnonymous } = loaderData;
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Blocked people and anonymous messages</Title>
      <div>
        <Back to="/account">Account</Back>
        <h1>Blocked people</h1>
      </div>
      <FormAlert />
      <People people={people} next={next} />
      {lines.length > 0 && <Lines lines={lines} />}
      <section className={styles.section} aria-labelledby="anonymous">
        <h2 id="anonymous">Anonymous messages</h2>
        <Form method="post" action="/blocks" className={styles.section} key={String(allowsAnonymous)}>
          {/* The last value counts: an unchecked box sends none. */}
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
              Existing conversations continue until you block them.
            </p>
          </div>
          <Button variant="outline">Save</Button>
        </Form>
      </section>
    </div>
  );
}
