import { eq } from "drizzle-orm";
import { db, questions } from "#db/index.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import { deleteForGood, restore } from "../../bin/bin.server.ts";
import { BinRow } from "../../bin/bin-list.tsx";
import { listOwnBin } from "../../bin/list.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { binSchema } from "../../schemas/bin.ts";
import { binTexts } from "../../schemas/bin-texts.ts";
import { narrow } from "../../styles/global.css.ts";
import { padded, quiet, stack } from "../../styles/layout.css.ts";
import { FormAlert } from "../../ui/form-alert.tsx";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/bin.ts";

export const handle = { title: "Deleted", failed: binTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  return listOwnBin(await requireViewer(args), args.url);
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: binTexts.failed, loggedOut: binTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: ["subject", "id"], texts: { failed: texts.failed } },
    {
      async restore(form, viewer) {
        const { subject, id } = form.parse(binSchema);
        const { questionId } = await restore(viewer, subject, id);
        const text = `The ${subject} is back.`;
        if (subject === "job" || subject === "event" || subject === "resource")
          return redirectWithFlash(args.context, `/${subject}s/${id}`, { text });
        const path = await findQuestionPath(subject === "question" ? id : (questionId ?? 0));
        return redirectWithFlash(args.context, path, { text, at: `${subject}-${id}` });
      },
      async delete(form, viewer) {
        const { subject, id } = form.parse(binSchema);
        await deleteForGood(viewer, subject, id);
        return redirectWithFlash(args.context, "/bin", { text: `The ${subject} is gone for good.` });
      },
    },
  );

async function findQuestionPath(id: number): Promise<string> {
  const [question] = await db
    .select({ id: questions.id, title: questions.title })
    .from(questions)
    .where(eq(questions.id, id));
  return question ? questionPath(question) : "/questions";
}

export const clientAction = preserveForm(texts);

export default function Bin({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title>{handle.title}</Title>
      <div>
        <h1>Deleted</h1>
        <p className={quiet}>What you delete waits here for seven days. Nobody else sees it.</p>
      </div>
      <FormAlert />
      <List {...loaderData} empty={["The bin is empty", "What you delete can come back for seven days."]}>
        {(thing) => <BinRow key={`${thing.subject}-${thing.id}`} thing={thing} />}
      </List>
    </div>
  );
}
