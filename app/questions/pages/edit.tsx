import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import { editAnswer } from "../answer.server.ts";
import { editQuestion } from "../ask.server.ts";
import { answerEditSchema, questionEditSchema } from "../input.server.ts";
import { questionPath } from "../slug.ts";
import { questionTexts } from "../texts.ts";
import type { Route } from "./+types/edit.ts";
import { findAnswerHref, redirectFromMerged, requirePost } from "./find-post.server.ts";
import { AnswerField, QuestionFields } from "./question-fields.tsx";
import * as styles from "./questions.css.ts";

/** A question's texts are longer than those of other forms. */
export const handle = {
  title: "Edit this question",
  failed: "Failed to load the question",
  body: { maxBytes: 262_144 },
};

export async function loader(args: Route.LoaderArgs) {
  const { params, url, context } = args;
  const viewer = await requireViewer(args);
  const found = await requireEditable(viewer, params.id, url).catch(redirectFromMerged(context));
  const isHidden = found.post.own && found.post.authorId === null;
  const mute = isHidden ? await findShownAnonymousMute(viewer) : null;
  const isAnswer = found.kind === "answer";
  return {
    isAnswer,
    rules: getFieldRules({ ...questionEditSchema.shape, ...(isAnswer && answerEditSchema.shape) }),
    values: toValues(found),
    path: questionPath(found.question),
    mute,
  };
}

async function requireEditable(viewer: Viewer, id: string, url: URL) {
  const found = await requirePost(viewer, id, url);
  if (found.kind === "comment") throw new HttpError(404, "Comments can't be changed.");
  if (!found.post.own && !viewer.isAdmin) throw HttpError.withCode("not-yours", questionTexts.notYours);
  return found;
}

/** The fields of the form as they are stored, and their version. */
const toValues = ({
  kind,
  post,
}: Awaited<ReturnType<typeof requireEditable>>): Record<string, string> & { version: string } => ({
  ...(kind === "question" && { title: post.title, tags: post.tags.replaceAll(" ", ", ") }),
  body: post.body,
  version: String(post.version),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const find = (viewer: Viewer) => requireEditable(viewer, args.params.id, args.url);
  const readStored = async () => {
    const { version, ...values } = toValues(await find(await requireViewer(args)));
    return { version, values };
  };
  const fields = ["version", "title", "body", "tags"];
  const options = { auth: "member", fields, texts: questionTexts, readStored } as const;
  return submitForm(args, options, async (form, viewer) => {
    const { question, kind, post } = await find(viewer);
    const text = "Your changes are saved.";
    if (kind === "answer") {
      const { body } = form.parse(answerEditSchema);
      await editAnswer(viewer, post.id, body, form.versions);
      const href = await findAnswerHref(question, post.id, viewer, new URL(args.url.origin));
      return redirectWithFlash(args.context, href, { text, at: `answer-${post.id}` });
    }
    const change = form.parse(questionEditSchema);
    await editQuestion(viewer, question.id, change, form.versions);
    return redirectWithFlash(args.context, questionPath({ id: question.id, title: change.title }), { text });
  });
};

export const clientAction = preserveForm(questionTexts);

export default function EditPost({ loaderData: page }: Route.ComponentProps) {
  const heading = page.isAnswer ? "Edit your answer" : handle.title;
  return (
    <div className={styles.thing}>
      <Title heading>{heading}</Title>
      <UnlessMuted mute={page.mute}>
        <EditForm page={page} />
      </UnlessMuted>
    </div>
  );
}

function EditForm({ page: { isAnswer, rules, values, path } }: { page: Route.ComponentProps["loaderData"] }) {
  const [form, fields] = usePageForm({ id: "edit-question", rules, defaultValue: values });
  const isBusy = useNavigation().state === "submitting";
  return (
    <PageForm form={form} className={stack[4]}>
      {isAnswer ? <AnswerField field={fields.body} /> : <QuestionFields fields={fields} />}
      <p className={quiet}>The old text stays in the question's history.</p>
      <div className={styles.buttons}>
        <Button loading={isBusy}>Save changes</Button>
        <ButtonLink to={path} variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}
