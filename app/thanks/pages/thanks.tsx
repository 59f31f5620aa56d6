import { Form, Link } from "react-router";
import { blockTexts } from "#app/messages/block-texts.ts";
import { changeBlock } from "#app/messages/blocks.server.ts";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { presentPerson } from "#app/people/person.server.ts";
import { type Person, PersonLine } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { formatShortDay, today } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { item } from "#app/ui/list.css.ts";
import { List } from "#app/ui/list.tsx";
import { More } from "#app/ui/more.tsx";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import {
  blockLine,
  type ReceivedRow,
  selectReceived,
  showLine,
  thingOf,
  unblockLine,
} from "../received.server.ts";
import { thanksTexts } from "../texts.ts";
import type { Route } from "./+types/thanks.ts";
import * as styles from "./thanks.css.ts";

export const handle = { title: "Thanks", failed: thanksTexts.loadFailed };

const pageSize = 20;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const before = readIdCursor(args.url);
  return pageOf(
    await selectReceived(viewer, { limit: pageSize + 1, before, isSpoken: true }),
    pageSize,
    present,
  );
}

const nouns = {
  answer: "Your answer to",
  comment: "Your comment on",
  resource: "Your",
  event: "Your event",
  experience: "Your experience:",
};

function present(thanks: ReceivedRow) {
  const { kind, href } = thingOf(thanks);
  return {
    id: thanks.id,
    person: thanks.giver && presentPerson(thanks.giver),
    line: thanks.line,
    isShown: thanks.isShown,
    canShow: !thanks.isAnonymousGift,
    thing: { noun: nouns[kind], title: thanks.title, href },
    day: formatShortDay(today(thanks.createdAt)),
  };
}
type PresentedThanks = ReturnType<typeof present>;

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: thanksTexts.failed, loggedOut: thanksTexts.loggedOut };

export function action(args: Route.ActionArgs) {
  const to = args.url.pathname + args.url.search;
  const link = { to: "/people/me", text: "See your page" };
  const show = (isShown: boolean, text: string) => async (form: PostedForm, viewer: Viewer) => {
    const id = form.text("id");
    await showLine(viewer, toId(id), isShown);
    const undo = { action: to, fields: { intent: isShown ? "hide" : "show", id } };
    return redirectWithFlash(args.context, to, { text, link, undo, at: `thanks-${id}` });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["id", "person", "line"], texts: { failed: texts.failed } },
    {
      show: show(true, "The line is now on your page."),
      hide: show(false, "The line is no longer on your page."),
      async block(form, viewer) {
        const { person, line } = await blockLine(viewer, toId(form.text("id")));
        const fields = {
          intent: "unblock",
          ...(person === null ? { line: `${line}` } : { person: `${person}` }),
        };
        const undo = { action: to, fields };
        return redirectWithFlash(args.context, to, { text: "The author of this line is blocked.", undo });
      },
      async unblock(form, viewer) {
        if (form.text("person")) await changeBlock(viewer.id, "unblock", form.text("person"));
        else await unblockLine(viewer, toId(form.text("line")));
        return redirectWithFlash(args.context, to, { text: blockTexts.lineUnblocked });
      },
    },
  );
}

export const clientAction = preserveForm(texts);

/** Thanks that the member received for their answers, notes and events. */
export default function Thanks({ loaderData }: Route.ComponentProps) {
  const isOn = useIsOn();
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Thanks</Title>
      <div>
        <Back to="/profile">Profile</Back>
        <h1>Thanks</h1>
        <p className={quiet}>
          What people say about how you helped them. Choose which thanks to show on{" "}
          <Link to="/people/me">your page</Link>.
        </p>
      </div>
      <FormAlert />
      <List
        scene="night"
        {...loaderData}
        empty={[
          "No thanks yet",
          "When an answer, a note or an event of yours helps somebody, they can leave you a line of thanks. You'll find it here.",
          isOn("/questions") && (
            <ButtonLink key="questions" to="/questions?sort=unanswered">
              Find a question to answer
            </ButtonLink>
          ),
        ]}
      >
        {(thanks) => <Item key={thanks.id} thanks={thanks} />}
      </List>
    </div>
  );
}

/** Stands for everyone who thanked without their name. */
const somebody: Person = { name: "Somebody", href: null, avatarUrl: null, line: null, sign: 8 };

function Item({ thanks }: { thanks: PresentedThanks }) {
  const { id, person, line, thing, day, isShown } = thanks;
  const isOn = useIsOn();
  return (
    <li className={item} id={`thanks-${id}`}>
      <PersonLine person={person ?? somebody}>
        <span className={quiet}> · {day}</span>
        {isShown && <span className={styles.shown}> · On your page</span>}
      </PersonLine>
      {line ? (
        <blockquote className={styles.line} dir="auto">
          {line}
        </blockquote>
      ) : (
        <p>That helped.</p>
      )}
      <div className={styles.foot}>
        <p className={quiet}>
          {thing.noun}{" "}
          {isOn(thing.href) ? (
            <Link to={thing.href} dir="auto">
              {thing.title}
            </Link>
          ) : (
            <bdi>{thing.title}</bdi>
          )}
        </p>
        {line && <Acts thanks={thanks} />}
      </div>
      <FlashLine at={`thanks-${id}`} />
    </li>
  );
}

const Acts = ({ thanks: { id, person, isShown, canShow } }: { thanks: PresentedThanks }) => (
  <div className={styles.acts}>
    {canShow ? (
      <Act id={id} intent={isShown ? "hide" : "show"}>
        {isShown ? "Take it off my page" : "Show on my page"}
      </Act>
    ) : (
      <span className={quiet}>You gave this without your name, so only you see it.</span>
    )}
    <More label={`More about the thanks of ${person?.name ?? "somebody"}`}>
      <ReportLink
        subject="thanks"
        id={String(id)}
        backTo="/people/me/thanks"
        label="Report this line"
        className={styles.act}
      />
      <details>
        <summary className={styles.act}>Block…</summary>
        <div className={styles.block}>
          <p>
            {person
              ? `${person.name} isn't told, and can no longer thank or message you.`
              : "The author isn't told. You'll no longer get thanks without a name from them."}
          </p>
          <Act id={id} intent="block">
            Block the author
          </Act>
        </div>
      </details>
    </More>
  </div>
);

const Act = ({ id, intent, children }: { id: number; intent: string; children: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <Button size="sm" variant={intent === "block" ? "danger" : "link"} name="intent" value={intent}>
      {children}
    </Button>
  </Form>
);
