import { eq } from "drizzle-orm";
import { z } from "zod";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { questionPath } from "#app/questions/slug.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { db, questions } from "#db/index.ts";
import { things } from "#db/things.ts";
import { binSubjects } from "#db/vocabulary.ts";
import { deleteForGood, restore } from "../bin.server.ts";
import { listOwnBin } from "../bin-list.server.ts";
import { BinRow } from "../bin-list.tsx";
import { binTexts } from "../bin-texts.ts";
import type { Route } from "./+types/bin.ts";
import * as styles from "./reports.css.ts";

/** The item that a button in the bin refers to. */
const binSchema = z.object({
  subject: z.enum(binSubjects),
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});

export const handle = { title: "Deleted", failed: binTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  return { viewerId: viewer.id, page: await listOwnBin(viewer, args.url) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: binTexts.failed, loggedOut: binTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["subject", "id"], texts: { failed: texts.failed } },
    {
      async restore(form, viewer) {
        const { subject, id } = form.parse(binSchema);
        const { questionId } = await restore(viewer, subject, id);
        const text = `The ${subject} is back.`;
        if (subject !== "question" && subject !== "answer" && subject !== "comment")
          return redirectWithFlash(args.context, things[subject].path(id), { text });
        const path = await findQuestionPath(questionId ?? id);
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

export default function Bin({ loaderData: { viewerId, page } }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${page.rows.length > 0 ? stack[4] : styles.nothing} ${padded}`}>
      <Title>{handle.title}</Title>
      <div>
        <Back to="/account">Account</Back>
        <h1>Deleted</h1>
        {page.rows.length > 0 && (
          <p className={quiet}>What you delete waits here for seven days. Nobody else sees it.</p>
        )}
      </div>
      <FormAlert />
      <List
        {...page}
        empty={[
          "Nothing is here",
          "What you delete waits here for seven days, and can come back.",
          <ButtonLink key="own" to={`/people/${viewerId}`} variant="outline">
            See your page
          </ButtonLink>,
        ]}
      >
        {(thing) => <BinRow key={`${thing.subject}-${thing.id}`} thing={thing} />}
      </List>
    </div>
  );
}
