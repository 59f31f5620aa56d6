import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { createBoard, mayCreate, requireBoard } from "../boards.server.ts";
import { boardFields, boardFormSchema } from "../input.server.ts";
import { boardTexts } from "../rules.ts";
import type { Route } from "./+types/new.ts";
import { BoardForm, formFieldNames } from "./board-form.tsx";

export const handle = { title: "New board", failed: boardTexts.loadFailed, body: { maxBytes: 262_144 } };

export async function loader(args: Route.LoaderArgs) {
  if (!(await mayCreate(await requireViewer(args)))) throw new HttpError(403, boardTexts.notCreator);
  return { rules: getFieldRules(boardFields) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: boardTexts.createFailed, loggedOut: boardTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", fields: formFieldNames, texts }, async (form, viewer) => {
    const { slug } = await requireBoard(await createBoard(viewer, form.parse(boardFormSchema)), viewer);
    return redirectWithFlash(args.context, `/boards/${slug}`, { text: "Everybody can see your board now." });
  });

export const clientAction = preserveForm(texts);

export default function NewBoard({ loaderData: { rules } }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title heading>{handle.title}</Title>
      <p className={quiet}>
        You will be its keeper. Once it is created, you can add others to keep it with you.
      </p>
      <UnlessMuted>
        <BoardForm rules={rules} label="Create" backTo="/boards" />
      </UnlessMuted>
    </div>
  );
}
