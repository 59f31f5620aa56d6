import { Form, Link, redirect } from "react-router";
import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { removalSchema } from "#app/moderation/report-input.server.ts";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { presentPerson } from "#app/people/person.server.ts";
import { PersonLine } from "#app/people/person.tsx";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { timeAgo } from "#app/platform/time/time.server.ts";
import { IconBadge } from "#app/ui/avatar.tsx";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { More } from "#app/ui/more.tsx";
import { Title } from "#app/ui/page.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { narrow, touchable } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, size, soft, stack } from "#app/ui/styles/layout.css.ts";
import { deleteBoard, requireBoard, selectKeepers } from "../boards.server.ts";
import { remarkSchema } from "../input.server.ts";
import { pinBoard, unpinBoard } from "../pins.server.ts";
import { presentFacts } from "../present.server.ts";
import {
  confirmBoard,
  countConfirmations,
  removeRemarks,
  selectRemarks,
  sendRemark,
} from "../remarks.server.ts";
import { boardRules, boardTexts } from "../rules.ts";
import { renderBoard } from "../tables.server.ts";
import type { Route } from "./+types/board.ts";
import * as styles from "./boards.css.ts";
import { NoIndex } from "./no-index.tsx";

export const handle = {
  title: "Board",
  failed: boardTexts.loadFailed,
  scripts: "members",
  cache: { params: [], varyBy: "guests" },
  offline: "offline",
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const board = await requireBoard(params.slug, viewer);
  if (board.slug !== params.slug) throw redirect(`/boards/${board.slug}`);
  return {
    id: String(board.id),
    slug: board.slug,
    title: board.title,
    ...presentFacts(board),
    html: renderBoard(board.body),
    said: viewer ? await countConfirmations(board.id, board.updatedAt, viewer.id) : null,
    remarks: board.isEditor ? (await selectRemarks(board.id)).map(presentRemark) : [],
    keepers: viewer ? (await selectKeepers(board.id)).map(presentPerson) : null,
    isPinned: board.isPinned,
    hasWeek: Object.keys(board.week).length > 0,
    canEdit: board.isEditor,
    canDelete: board.mayDelete,
    isOthers: viewer !== null && board.creatorId !== viewer.id,
  };
}

const presentRemark = ({ person, createdAt, ...row }: Awaited<ReturnType<typeof selectRemarks>>[number]) => ({
  ...row,
  at: timeAgo(createdAt),
  person: presentPerson(person),
});
type Remark = ReturnType<typeof presentRemark>;

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: boardTexts.actFailed, loggedOut: boardTexts.loggedOut };

const pathOf = ({ params }: Route.ActionArgs) => `/boards/${params.slug}`;

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["reason", "remark", "newest"], texts },
    {
      async pin(_, viewer) {
        await pinBoard(viewer, args.params.slug);
        return redirectWithFlash(args.context, pathOf(args), {
          text: boardTexts.pinned,
          undo: { action: pathOf(args), fields: { intent: "unpin" } },
        });
      },
      async unpin(_, viewer) {
        const { id } = await requireBoard(args.params.slug, viewer);
        await unpinBoard(viewer, id);
        return redirectWithFlash(args.context, pathOf(args), {
          text: boardTexts.unpinned,
          undo: { action: pathOf(args), fields: { intent: "pin" } },
        });
      },
      async right(_, viewer) {
        await confirmBoard(viewer, args.params.slug);
        return redirectWithFlash(args.context, pathOf(args), { text: boardTexts.confirmed });
      },
      async wrong(form, viewer) {
        await sendRemark(viewer, args.params.slug, form.parse(remarkSchema).remark);
        return redirectWithFlash(args.context, pathOf(args), { text: boardTexts.remarked });
      },
      async done(form, viewer) {
        await removeRemarks(viewer, args.params.slug, toId(form.text("newest")));
        return redirectWithFlash(args.context, pathOf(args), { text: boardTexts.remarksDone });
      },
      async delete(form, viewer) {
        const { id } = await requireBoard(args.params.slug, viewer);
        await deleteBoard(viewer, id, form.parse(removalSchema));
        return redirectWithFlash(args.context, "/boards", {
          text: "The board is deleted.",
          undo: undoDeletion("board", id),
        });
      },
    },
  );

export const clientAction = preserveForm(texts);

export default function Board({ loaderData: board }: Route.ComponentProps) {
  const path = `/boards/${board.slug}`;
  const isOfRemark = useFailure("wrong") !== null;
  return (
    <article className={`${narrow} ${styles.board} ${padded}`}>
      <Title>{board.title}</Title>
      <NoIndex />
      <Back to="/boards">Boards</Back>
      <div className={styles.boardHead}>
        <IconBadge icon={board.icon} size="lg" />
        <div>
          <h1 dir="auto">{board.title}</h1>
          <p className={styles.facts}>
            {board.facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
      </div>
      {board.keepers && <Acts board={board} path={path} />}
      {board.isOld && (
        <p className={styles.past}>
          {board.canEdit ? (
            <>
              Its date has passed. Is it still right? <Link to={`${path}/edit`}>Change it or its date</Link>
            </>
          ) : (
            "Its date has passed, so it may no longer be right."
          )}
        </p>
      )}
      <Prose html={board.html} className={board.isOld ? `${styles.prose} ${soft}` : styles.prose} />
      {board.remarks.length > 0 && <Remarks remarks={board.remarks} path={path} />}
      {board.said && <StillRight said={board.said} path={path} />}
      {board.keepers && (
        <section className={stack[2]} aria-label="Keepers">
          <h2 className={size.body}>{board.keepers.length > 0 ? "Kept by" : "Nobody keeps this board."}</h2>
          <ul className={styles.keepers}>
            {board.keepers.map((person) => (
              <li key={person.href ?? person.name}>
                <PersonLine person={person} size="xs" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isOfRemark && <FormAlert />}
      {board.canDelete && (
        <ConfirmDelete
          warning="It is gone for everyone. You can bring it back for seven days."
          label="Delete this board"
        >
          {board.isOthers && <RemovalReason />}
        </ConfirmDelete>
      )}
    </article>
  );
}

const Acts = ({ board, path }: { board: Route.ComponentProps["loaderData"]; path: string }) => (
  <div className={row[2]}>
    {(board.hasWeek || board.isPinned) && (
      <Form method="post" action={path} preventScrollReset>
        <Button size="sm" variant="outline" name="intent" value={board.isPinned ? "unpin" : "pin"}>
          <Icon name="bookmark" />
          {board.isPinned ? "Unpin from Today" : "Pin to Today"}
        </Button>
      </Form>
    )}
    {board.canEdit && (
      <ButtonLink to={`${path}/edit`} size="sm" variant="outline">
        <Icon name="edit" />
        Edit
      </ButtonLink>
    )}
    {(board.canEdit || board.isOthers) && (
      <More label="More about this board">
        {board.canEdit && (
          <>
            <Link to={`${path}/keepers`} className={touchable}>
              Keepers
            </Link>
            <Link to={`${path}/history`} className={touchable}>
              History
            </Link>
          </>
        )}
        {board.isOthers && <ReportLink subject="board" id={board.id} backTo={path} className={touchable} />}
      </More>
    )}
  </div>
);

const Remarks = ({ remarks, path }: { remarks: Remark[]; path: string }) => (
  <section className={stack[2]} aria-labelledby="remarks">
    <h2 id="remarks" className={size.body}>
      What members say is wrong
    </h2>
    <ul className={styles.list}>
      {remarks.map(({ id, line, at, person }) => (
        <li key={id} className={styles.listed}>
          <span dir="auto">{line}</span>
          <span className={quiet}>
            {person.href ? <Link to={person.href}>{person.name}</Link> : person.name} · {at}
          </span>
        </li>
      ))}
    </ul>
    <Form method="post" action={path} className={row[3]} preventScrollReset>
      <input type="hidden" name="newest" value={remarks[0]?.id} />
      <Button size="sm" variant="outline" name="intent" value="done">
        Done
      </Button>
      <span className={quiet}>Removes these remarks. Changing the board does so too.</span>
    </Form>
  </section>
);

function describeSaid(count: number, isOwn: boolean): string {
  if (count === 1) return `${isOwn ? "You say" : "1 member says"} it is still right.`;
  return `${count} members say it is still right${isOwn ? ", you too" : ""}.`;
}

function StillRight({
  said: { count, isOwn },
  path,
}: {
  said: { count: number; isOwn: boolean };
  path: string;
}) {
  const failure = useFailure("wrong");
  return (
    <section className={styles.question} aria-labelledby="still-right">
      <div>
        <h2 id="still-right" className={size.body}>
          Is it still right?
        </h2>
        {count > 0 && <p className={quiet}>{describeSaid(count, isOwn)}</p>}
      </div>
      {!isOwn && (
        <Form method="post" action={path} preventScrollReset>
          <Button size="sm" variant="outline" name="intent" value="right">
            Still right
          </Button>
        </Form>
      )}
      <details className={styles.remark} open={failure !== null || undefined}>
        <summary>Something is wrong</summary>
        {failure && <FormAlert />}
        <Form id="remark-form" method="post" action={path} className={stack[2]} preventScrollReset>
          <TextInput
            field={{
              id: "remark",
              name: "remark",
              initialValue: String(failure?.initialValue?.remark ?? ""),
              errors: failure?.error?.remark ?? undefined,
            }}
            label="What is wrong?"
            optional={false}
            hint={boardTexts.remarkHint}
            maxLength={boardRules.remark}
          />
          <div>
            <Button size="sm" variant="outline" name="intent" value="wrong">
              This is wrong
            </Button>
          </div>
        </Form>
      </details>
    </section>
  );
}
