import { data, Link, redirect, useLocation } from "react-router";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded, isReply, requireSender, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { findNoticeText } from "../../notices/list.server.ts";
import { arePublic, findQuestion, MergedQuestion } from "../../questions/access.server.ts";
import { previewMarkdown } from "../../questions/markdown.server.ts";
import { findHiddenName, selectCommentsOf } from "../../questions/read.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { toId } from "../../schemas/fields.ts";
import { answerEditSchema } from "../../schemas/question.ts";
import { questionTexts } from "../../schemas/question-texts.ts";
import { Back } from "../../ui/back.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/question.ts";
import { findAct } from "./acts.server.ts";
import { AnswerForm } from "./answer-form.tsx";
import { findAnswerHref, findAnswers, loadOrLeave, orLeave } from "./find-post.server.ts";
import {
  AcceptAct,
  Byline,
  CommentAct,
  Comments,
  HiddenNotice,
  PostActs,
  Prose,
  type Reader,
  VoteAct,
} from "./post-parts.tsx";
import { type PresentedAnswer, presentAnswer, presentQuestion } from "./present.server.ts";
import { QuestionHead } from "./question-head.tsx";
import * as styles from "./questions.css.ts";
import { serializeQaPage } from "./structured-data.server.ts";
import { useNewAnswers } from "./use-new-answers.ts";

/** An answer's text is longer than others. */
export const handle = {
  body: { maxBytes: 262_144 },
  cache: { params: ["after", "answer"], varyBy: "guests" },
};

export async function loader(args: Route.LoaderArgs) {
  const { params, url, context } = args;
  if (context.get(hasSessionEnded) && !arePublic) return null;
  const viewer = arePublic ? await getViewer(args) : await requireViewer(args);
  const found = await loadOrLeave(context, async () => {
    const question = await findQuestion(toId(params.id), viewer).catch((error: unknown) => {
      if (context.get(isReply) && error instanceof MergedQuestion) return findQuestion(error.into.id, viewer);
      throw error;
    });
    const { page, next } = await findAnswers(question.id, viewer, url);
    const removed = url.searchParams.get("removed");
    const [comments, answerComments, hiddenName, removal] = await Promise.all([
      selectCommentsOf({ questionIds: [question.id] }, viewer),
      selectCommentsOf({ answerIds: page.map(({ id }) => id) }, viewer),
      viewer && findHiddenName(question.id, viewer.id),
      viewer && removed ? findNoticeText(viewer.id, `/questions/${question.id}?removed=${removed}`) : null,
    ]);
    return { question, answers: page, next, comments, answerComments, hiddenName, removal };
  });
  if (!found) return null;
  const { question, answers, next, comments, answerComments, hiddenName, removal } = found;
  const path = questionPath(question);
  if (!context.get(isReply) && url.pathname !== path) throw redirect(path + url.search, 301);
  return {
    question: presentQuestion(question, comments, viewer),
    answers: answers.map((answer) => presentAnswer(answer, answerComments, viewer)),
    nextHref: next ? `${path}?after=${next}` : null,
    firstHref: url.searchParams.has("after") || url.searchParams.has("answer") ? path : null,
    removal,
    hiddenName,
    isMember: viewer !== null,
    isAdmin: viewer?.isAdmin ?? false,
    url: url.origin + path,
    structuredData: viewer ? null : serializeQaPage(question, answers, url.origin + path),
    rules: getFieldRules(answerEditSchema.shape),
  };
}

export const clientLoader = withFallback(() => null);

const texts = (form: FormData) => ({
  failed: form.get("intent") === "answer" ? questionTexts.answerFailed : questionTexts.failed,
  loggedOut: questionTexts.loggedOut,
});

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { fields: ["intent", "post", "body"], texts }, async (form) => {
    const { viewer } = await requireSender(args, questionTexts.loggedOut);
    const intent = form.text("intent");
    if (intent === "preview") {
      const { body } = form.parse(answerEditSchema);
      return { done: { body, html: previewMarkdown(viewer, body) } };
    }
    const act = findAct(intent);
    if (!act) throw data("This page does not have that button.", 400);
    const question = await orLeave(() => findQuestion(toId(args.params.id), viewer)).catch(
      (error: unknown) => {
        // The page is the other question's then, where the comment's form stays open.
        if (error instanceof MergedQuestion && form.text("post") === `question-${args.params.id}`)
          form.data.set("post", `question-${error.into.id}`);
        throw error;
      },
    );
    const { text, at, answerId, isGone } = await act(viewer, question.id, form);
    if (isGone) return redirectAndTell(args.context, "/questions", { text });
    const href = answerId
      ? await findAnswerHref(question, answerId, viewer, args.url)
      : questionPath(question) + args.url.search;
    return redirectAndTell(args.context, href, { text, ...(at && { at }) });
  });

export const clientAction = keepForm(texts);

type Page = NonNullable<Route.ComponentProps["loaderData"]>;

export default function Question({ loaderData: page, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  if (!page) {
    return (
      <div className={styles.thing}>
        {actionData?.failure ? (
          <AnswerForm id="answer-again" path={pathname} rules={{ body: {} }} failure={actionData.failure} />
        ) : (
          <LoadFailure text="Failed to load the question" />
        )}
      </div>
    );
  }
  const { question } = page;
  const failure = actionData?.failure;
  const reader: Reader = {
    isMember: page.isMember,
    isAdmin: page.isAdmin,
    path: question.path,
    formAction: question.path + search,
    questionId: question.id,
    isLocked: question.isLocked || question.isHidden,
    hiddenName: page.hiddenName,
    failure,
  };
  // A new form once it was sent, and not for an answer of someone else.
  const formId = `your-answer-${page.answers.flatMap(({ id, own }) => (own ? [id] : [])).join("-")}`;
  const intent = String(failure?.initialValue?.intent);
  const isOfAnswer = intent === "answer" || intent === "preview";
  return (
    <article className={styles.thing}>
      <Title>{question.title}</Title>
      {page.structuredData && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: page.structuredData }} />
      )}
      <Back to="/questions">All questions</Back>
      {page.removal && <p className={styles.notice}>{page.removal}</p>}
      {!isOfAnswer && intent !== "comment" && <FormAlert failure={failure} />}
      <QuestionHead question={question} reader={reader} url={page.url} />
      <Answers page={page} reader={reader} />
      {!page.isMember && (
        <p>
          <Link to={`/login?redirectTo=${encodeURIComponent(question.path)}`}>Log in</Link> to answer.
        </p>
      )}
      {page.isMember && !reader.isLocked && (
        <AnswerForm
          key={formId}
          id={formId}
          path={reader.formAction}
          rules={page.rules}
          failure={isOfAnswer ? failure : undefined}
          preview={actionData?.done}
          hiddenName={page.hiddenName}
        />
      )}
    </article>
  );
}

function Answers({
  page: { question, answers, nextHref, firstHref },
  reader,
}: {
  page: Page;
  reader: Reader;
}) {
  const [newId, ...newerIds] = useNewAnswers(
    question.id,
    answers,
    answers.map(({ id }) => id),
  );
  return (
    <section className={styles.post} aria-label="Answers">
      {question.answers === 0 ? (
        <p className={styles.soft}>No answer yet</p>
      ) : (
        <h2>{question.answersText}</h2>
      )}
      {answers.map((answer) => (
        <AnswerItem key={answer.id} answer={answer} reader={reader} isAsker={question.own} />
      ))}
      <p role="status">
        {newId && (
          <Link to={`${question.path}?answer=${newId}#answer-${newId}`} className={styles.act}>
            {newerIds.length === 0 ? "1 new answer. Show" : `${newerIds.length + 1} new answers. Show`}
          </Link>
        )}
      </p>
      {(nextHref || firstHref) && (
        <nav className={styles.more} aria-label="More answers">
          {firstHref && (
            <ButtonLink to={firstHref} variant="ghost">
              First answers
            </ButtonLink>
          )}
          {nextHref && (
            <ButtonLink to={nextHref} variant="outline">
              More answers
            </ButtonLink>
          )}
        </nav>
      )}
    </section>
  );
}

const AnswerItem = ({
  answer,
  reader,
  isAsker,
}: {
  answer: PresentedAnswer;
  reader: Reader;
  isAsker: boolean;
}) => (
  <article className={styles.answer} id={answer.key} aria-label={`Answer of ${answer.author}`}>
    {answer.accepted && <p className={styles.accepted}>Accepted answer</p>}
    <HiddenNotice reason={answer.hiddenReason} />
    <Prose html={answer.html} />
    <Byline post={answer} verb="answered" />
    <div className={styles.acts}>
      <VoteAct reader={reader} post={answer} />
      <AcceptAct reader={reader} answer={answer} isAsker={isAsker} />
      <PostActs reader={reader} post={answer} />
      <CommentAct of={answer.key} reader={reader} />
    </div>
    <Comments of={answer.key} comments={answer.comments} reader={reader} />
  </article>
);
