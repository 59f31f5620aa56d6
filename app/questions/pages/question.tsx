import { Link, redirect, useLocation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { findNoticeText } from "#app/notices/list.server.ts";
import { getViewer, requireViewer } from "#app/platform/auth/guards.server.ts";
import { findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import { isFormResponse, submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { isOfThanks, thanksFields } from "#app/thanks/thanks-act.tsx";
import { Back } from "#app/ui/back.tsx";
import { coverShareUrl } from "#app/ui/covers/cover.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { arePublic, MergedQuestion, requireQuestion } from "../access.server.ts";
import { answerEditSchema } from "../input.server.ts";
import { previewMarkdown } from "../markdown.server.ts";
import { type AnswerRow, findHiddenName, type QuestionRow, selectCommentsOf } from "../read.server.ts";
import { questionPath } from "../slug.ts";
import { questionTexts } from "../texts.ts";
import type { Route } from "./+types/question.ts";
import { AnswerForm } from "./answer-form.tsx";
import { Answers } from "./answers.tsx";
import { loadAnswers, redirectFromMerged } from "./find-post.server.ts";
import type { QuestionReader } from "./post-parts.tsx";
import { presentAnswer, presentQuestion } from "./present.server.ts";
import { actsOn } from "./question-actions.server.ts";
import { QuestionHead } from "./question-head.tsx";
import * as styles from "./questions.css.ts";

/** An answer's text is longer than those of other forms. */
export const handle = {
  title: "Question",
  failed: "Failed to load the question",
  body: { maxBytes: 262_144 },
  scripts: "members",
  cache: { params: ["cursor", "after", "answer"], varyBy: "guests" },
};

export async function loader(args: Route.LoaderArgs) {
  const { params, url, context } = args;
  const viewer = arePublic ? await getViewer(args) : await requireViewer(args);
  const question = await requireQuestion(toId(params.id), viewer).catch((error: unknown) => {
    if (context.get(isFormResponse) && error instanceof MergedQuestion)
      return requireQuestion(error.into.id, viewer);
    return redirectFromMerged(context)(error);
  });
  const { page: answers, next } = await loadAnswers(question.id, viewer, url);
  const removed = url.searchParams.get("removed");
  const [comments, answerComments, hiddenName, removal] = await Promise.all([
    selectCommentsOf({ questionIds: [question.id] }, viewer),
    selectCommentsOf({ answerIds: answers.map(({ id }) => id) }, viewer),
    viewer && findHiddenName(question.id, viewer),
    viewer && removed ? findNoticeText(viewer.id, `/questions/${question.id}?removed=${removed}`) : null,
  ]);
  const path = questionPath(question);
  if (!context.get(isFormResponse) && url.pathname !== path) throw redirect(path + url.search, 301);
  return {
    question: presentQuestion(question, comments, viewer),
    answers: answers.map((answer) => presentAnswer(answer, answerComments, viewer)),
    next: next ?? null,
    removal,
    hiddenName,
    mute: viewer && hiddenName ? await findShownAnonymousMute(viewer) : null,
    isMember: viewer !== null,
    isAdmin: viewer?.isAdmin ?? false,
    url: url.origin + path,
    isPublic: arePublic,
    shareImage: coverShareUrl(question.title, String(question.id)),
    structuredData: viewer ? null : serializeQaPage(question, answers, url.origin + path),
    rules: getFieldRules(answerEditSchema.shape),
  };
}

const iso = (moment: number) => new Date(moment).toISOString();
const person = (name: string) => ({ "@type": "Person", name });

const toAnswer = (answer: AnswerRow, url: string) => ({
  "@type": "Answer",
  text: answer.body,
  url: `${url}#answer-${answer.id}`,
  upvoteCount: answer.votes,
  dateCreated: iso(answer.answeredAt),
  author: person(answer.authorName),
});

/** A question as schema.org's QAPage for search engines: JSON that is safe inside a script element. */
function serializeQaPage(question: QuestionRow, answers: AnswerRow[], url: string): string {
  const [accepted] = answers.filter((answer) => answer.accepted);
  const page = {
    "@context": "https://schema.org",
    "@type": "QAPage",
    mainEntity: {
      "@type": "Question",
      name: question.title,
      text: question.body,
      url,
      answerCount: question.answers,
      upvoteCount: question.votes,
      dateCreated: iso(question.askedAt),
      author: person(question.authorName),
      acceptedAnswer: accepted && toAnswer(accepted, url),
      suggestedAnswer: answers.filter((answer) => !answer.accepted).map((answer) => toAnswer(answer, url)),
    },
  };
  return JSON.stringify(page).replaceAll("<", "\\u003c");
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = (form: FormData) => ({
  failed: form.get("intent") === "answer" ? questionTexts.answerFailed : questionTexts.failed,
  loggedOut: questionTexts.loggedOut,
});

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["body", ...thanksFields], texts },
    {
      async preview(form, viewer) {
        const { body } = form.parse(answerEditSchema);
        return { done: { body, html: previewMarkdown(viewer, body) } };
      },
      ...actsOn(args),
    },
  );

export const clientAction = preserveForm(texts);

export default function Question({ loaderData: page, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const failure = actionData?.failure ?? null;
  const { question } = page;
  const reader: QuestionReader = {
    isMember: page.isMember,
    isAdmin: page.isAdmin,
    path: question.path,
    formAction: question.path + search,
    questionId: question.id,
    isLocked: question.isLocked || question.isHidden,
    hiddenName: page.hiddenName,
    mute: page.mute,
  };
  // Gives the form a new id after it was sent, but not after somebody else's answer.
  const formId = `your-answer-${page.answers.flatMap(({ id, own }) => (own ? [id] : [])).join("-")}`;
  const intent = String(failure?.initialValue?.intent);
  const isOfAnswer = intent === "answer" || intent === "preview";
  const answerForm = (
    <AnswerForm
      key={formId}
      id={formId}
      path={reader.formAction}
      rules={page.rules}
      failure={isOfAnswer ? failure : null}
      preview={actionData?.done}
      hiddenName={page.hiddenName}
    />
  );
  return (
    <article className={styles.thing}>
      <Title>{question.title}</Title>
      {page.structuredData && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: page.structuredData }} />
      )}
      <Back to="/questions">All questions</Back>
      {page.removal && <p className={styles.notice}>{page.removal}</p>}
      {!isOfAnswer && intent !== "comment" && !isOfThanks(failure) && <FormAlert />}
      <QuestionHead question={question} reader={reader} url={page.url} isPublic={page.isPublic} />
      <Answers question={question} answers={page.answers} next={page.next} reader={reader} />
      {!page.isMember && (
        <p>
          <Link to={`/login?redirectTo=${encodeURIComponent(question.path)}`}>Log in</Link> to answer.
        </p>
      )}
      {page.isMember && !reader.isLocked && (
        <UnlessMuted mute={page.mute}>
          {question.own ? (
            <details open={isOfAnswer || actionData?.done !== undefined || undefined} data-print="no">
              <summary className={styles.act}>Answer your own question</summary>
              {answerForm}
            </details>
          ) : (
            answerForm
          )}
        </UnlessMuted>
      )}
    </article>
  );
}
