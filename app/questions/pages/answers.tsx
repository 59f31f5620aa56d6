import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useConnection, useConnectionState, useServerFrames } from "#app/platform/realtime/provider.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pager } from "#app/ui/list.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { questionRoom } from "../texts.ts";
import {
  Act,
  Byline,
  CommentAct,
  Comments,
  HiddenNotice,
  outlined,
  PostActs,
  type QuestionReader,
  Thanks,
} from "./post-parts.tsx";
import type { PresentedAnswer, PresentedQuestion } from "./present.server.ts";
import { Figure } from "./question-row.tsx";
import * as styles from "./questions.css.ts";

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
  reader: QuestionReader;
}) {
  const [newId, ...newerIds] = useNewAnswers(
    question.id,
    answers,
    answers.map(({ id }) => id),
  );
  return (
    <section className={styles.post} aria-label="Answers">
      {question.answers > 0 && <h2>{question.answersText}</h2>}
      {question.answers === 0 && !newId && <p className={`${quiet} ${styles.part}`}>No answer yet</p>}
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

/**
 * An answer, with the number of members it helped in its margin. One of its actions is prominent: accepting it,
 * editing your own, or thanking for it.
 */
function AnswerItem({
  answer,
  reader,
  isAsker,
}: {
  answer: PresentedAnswer;
  reader: QuestionReader;
  isAsker: boolean;
}) {
  // A link within the application does not change `:target`.
  const isTarget = useLocation().hash === `#${answer.key}`;
  const canAccept = isAsker && !answer.hiddenReason;
  const isToAccept = canAccept && !answer.accepted;
  return (
    <article
      className={answer.accepted ? styles.acceptedAnswer : styles.answer}
      id={answer.key}
      data-target={isTarget || undefined}
      aria-label={`Answer of ${answer.author.name}`}
    >
      <div className={styles.margin}>
        <Figure count={answer.thanks.count} name="helped" />
        {answer.accepted && <Icon name="check" size={28} />}
      </div>
      <div className={styles.post}>
        {answer.accepted && <p className={styles.accepted}>Accepted answer</p>}
        <HiddenNotice reason={answer.hiddenReason} />
        <Byline post={answer} verb="answered" />
        <Prose className={styles.prose} html={answer.html} />
        <div className={styles.acts}>
          {isToAccept && (
            <Act reader={reader} intent="accept" post={answer.key} className={outlined}>
              Accept this answer
            </Act>
          )}
          <Thanks reader={reader} post={answer} className={isToAccept ? undefined : outlined} />
          {answer.own && (
            <Link to={`/questions/${reader.questionId}/edit?answer=${answer.id}`} className={outlined}>
              Edit
            </Link>
          )}
          <CommentAct of={answer.key} reader={reader} />
          <PostActs reader={reader} post={answer}>
            {canAccept && answer.accepted && (
              <Act reader={reader} intent="unaccept" post={answer.key}>
                Don't accept it
              </Act>
            )}
          </PostActs>
        </div>
        <Comments of={answer.key} comments={answer.comments} reader={reader} />
      </div>
    </article>
  );
}

/**
 * The ids of the answers that arrived since the page was loaded.
 * @param loaded the loader's data: the list is cleared when it changes
 * @param shownIds the answers on the page
 */
function useNewAnswers(questionId: string, loaded: unknown, shownIds: readonly string[]): readonly string[] {
  const connection = useConnection();
  const state = useConnectionState();
  const [newIds, setNewIds] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reloaded data contains the new answers
  useEffect(() => setNewIds([]), [loaded]);
  useEffect(() => {
    if (state === "open") connection?.send("join-room", { room: questionRoom(questionId) });
  }, [connection, state, questionId]);
  useServerFrames((frame) => {
    if (frame.event !== "question:answer" || frame.data.questionId !== questionId) return;
    const { answerId } = frame.data;
    if (!shownIds.includes(answerId)) setNewIds((ids) => (ids.includes(answerId) ? ids : [...ids, answerId]));
  });
  return newIds;
}
