import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toFieldText } from "#app/ui/forms/field-text.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, stack } from "#app/ui/styles/layout.css.ts";
import { type BoardRow, editBoard, requireOwnBoard } from "../boards.server.ts";
import { boardFields, boardFormSchema } from "../input.server.ts";
import { boardKindLabels, boardTexts } from "../rules.ts";
import type { Route } from "./+types/edit.ts";
import { BoardForm, formFieldNames } from "./board-form.tsx";

export const handle = { title: "Edit the board", failed: boardTexts.loadFailed, body: { maxBytes: 262_144 } };

export async function loader(args: Route.LoaderArgs) {
  const board = await requireOwnBoard(args.params.slug, await requireViewer(args));
  return { slug: board.slug, rules: getFieldRules(boardFields), values: toValues(board) };
}

const toValues = (board: BoardRow): Record<string, string> & { version: string } => ({
  title: board.title,
  kind: board.kind,
  body: toFieldText(board.body),
  until: board.until ?? "",
  version: String(board.version),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: boardTexts.editFailed, loggedOut: boardTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const readStored = async () => {
    const board = await requireOwnBoard(args.params.slug, await requireViewer(args));
    const { version, ...values } = toValues(board);
    return { version, values, shown: { kind: boardKindLabels[board.kind] } };
  };
  const options = { auth: "member", fields: ["version", ...formFieldNames], texts, readStored } as const;
  return submitForm(args, options, async (form, viewer) => {
    const stored = await requireOwnBoard(args.params.slug, viewer);
    const content = form.parse(boardFormSchema);
    await editBoard(viewer, stored, { content, keepers: stored.keepers }, form.versions);
    return redirectWithFlash(args.context, `/boards/${stored.slug}`, { text: "Your changes are saved." });
  });
};

export const clientAction = preserveForm(texts);

export default function EditBoard({ loaderData: { slug, rules, values } }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title heading>{handle.title}</Title>
      <UnlessMuted>
        <BoardForm rules={rules} values={values} label="Save changes" backTo={`/boards/${slug}`} />
      </UnlessMuted>
    </div>
  );
}
