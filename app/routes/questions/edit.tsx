import { data, Form, useNavigation } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded, orErrorPage, requireSender, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { editAnswer } from "../../questions/answer.server.ts";
import { editQuestion } from "../../questions/ask.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { answerEditSchema, questionEditSchema } from "../../schemas/question.ts";
import { questionRules, questionTexts } from "../../schemas/question-texts.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import { findPost, loadOrLeave } from "./find-post.server.ts";
import { QuestionFields } from "./question-fields.tsx";
import * as styles from "./questions.css.ts";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

export async function loader(args: Route.LoaderArgs) {
  const isAnswer = args.url.searchParams.has("answer");
  const page = {
    isAnswer,
    errorTexts: getFieldErrorTexts({ ...questionEditSchema.shape, ...(isAnswer && answerEditSchema.shape) }),
    values: null,
    path: "/questions",
  };
  if (args.context.get(hasSessionEnded)) return page;
  const viewer = await requireViewer(args);
  const found = await loadOrLeave(args.context, () => findPost(viewer, args.params.id, args.url));
  if (!found) return page;
  const { question, kind, post } = found;
  if (kind === "comment") throw data("Comments can't be changed.", 404);
  if (!post.own && !viewer.isAdmin) throw data(questionTexts.notYours, 403);
  const { title, tags } = question;
  const values = { title, tags: tags.replaceAll(" ", ", "), body: post.body };
  return { ...page, values, path: questionPath(question) };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: questionTexts.failed, loggedOut: questionTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { fields: ["title", "body", "tags"], texts }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    const { question, kind, post } = await findPost(viewer, args.params.id, args.url);
    if (!post.own && !viewer.isAdmin) throw data(questionTexts.notYours, 403);
    const text = "Your changes are saved.";
    if (kind === "answer") {
      const { body } = form.parse(answerEditSchema);
      await orErrorPage(() => editAnswer(viewer, post.id, body));
      return redirectAndTell(args.context, questionPath(question), { text, at: `answer-${post.id}` });
    }
    const change = form.parse(questionEditSchema);
    await orErrorPage(() => editQuestion(viewer, question.id, change));
    return redirectAndTell(args.context, questionPath({ id: question.id, title: change.title }), { text });
  });

export const clientAction = keepForm(texts);

export default function EditPost({ loaderData: page, actionData }: Route.ComponentProps) {
  const heading = page?.isAnswer ? "Edit your answer" : "Edit this question";
  return (
    <div className={styles.thing}>
      <Title>{heading}</Title>
      <h1>{heading}</h1>
      {page && (page.values || actionData) ? (
        <EditForm page={page} failure={actionData?.failure} />
      ) : (
        <LoadFailure text="Failed to load the question" />
      )}
    </div>
  );
}

function EditForm({
  page: { isAnswer, errorTexts, values, path },
  failure,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  failure: NonNullable<Route.ComponentProps["actionData"]>["failure"] | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "edit-question",
    lastResult: failure,
    errorTexts,
    defaultValue: values ?? {},
  });
  const isBusy = useNavigation().state === "submitting";
  return (
    <Form method="post" className={styles.form} {...formProps}>
      <ErrorSummary form={form} failure={failure} />
      {isAnswer ? (
        <TextArea
          field={fields.body}
          label="Answer"
          required
          minLength={questionRules.answer.min}
          maxLength={questionRules.answer.max}
          rows={10}
        />
      ) : (
        <QuestionFields fields={fields} />
      )}
      <p className={styles.soft}>What it was stays in the question's history.</p>
      <div className={styles.buttons}>
        <Button loading={isBusy}>Save changes</Button>
        <ButtonLink to={path} variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
