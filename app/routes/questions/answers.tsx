import { Link } from "react-router";
import { quiet } from "../../styles/layout.css.ts";
import { Pager } from "../../ui/list.tsx";
import { Prose } from "../../ui/prose.tsx";
import {
  AcceptAct,
  Byline,
  CommentAct,
  Comments,
  HiddenNotice,
  PostActs,
  type Reader,
  Thanks,
} from "./post-parts.tsx";
import type { PresentedAnswer, PresentedQuestion } from "./present.server.ts";
import * as styles from "./questions.css.ts";
import { useNewAnswers } from "./use-new-answers.ts";

/** One page of a question's answers. */
export function Answers({
  question,
  answers,
  next,
  reader,
}: {
  question: PresentedQuestion;
  answers: PresentedAnswer[];
  next: string | null;
  reader: Reader;
}) {
  const [newId, ...newerIds] = useNewAnswers(
    question.id,
    answers,
    answers.map(({ id }) => id),
  );
  return (
    <section className={styles.post} aria-label="Answers">
      {question.answers > 0 && <h2>{question.answersText}</h2>}
      {question.answers === 0 && !newId && <p className={quiet}>No answer yet</p>}
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
      <Pager next={next} />
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
  <article className={styles.answer} id={answer.key} aria-label={`Answer of ${answer.author.name}`}>
    {answer.accepted && <p className={styles.accepted}>Accepted answer</p>}
    <HiddenNotice reason={answer.hiddenReason} />
    <Byline post={answer} verb="answered" />
    <Prose html={answer.html} />
    <div className={styles.acts}>
      <Thanks reader={reader} post={answer} />
      <AcceptAct reader={reader} answer={answer} isAsker={isAsker} />
      <PostActs reader={reader} post={answer} />
      <CommentAct of={answer.key} reader={reader} />
    </div>
    <Comments of={answer.key} comments={answer.comments} reader={reader} />
  </article>
);
