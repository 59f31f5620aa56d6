import { Link } from "react-router";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { More } from "#app/ui/more.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { Share } from "#app/ui/share.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { questionTexts } from "../texts.ts";
import {
  Act,
  Byline,
  CommentAct,
  Comments,
  DeleteAct,
  HiddenNotice,
  outlined,
  type QuestionReader,
  VoteAct,
} from "./post-parts.tsx";
import type { PresentedQuestion } from "./present.server.ts";
import { TagList } from "./question-row.tsx";
import * as styles from "./questions.css.ts";

/** The question itself: its text, the reader's actions, and its comments. */
export const QuestionHead = ({
  question,
  reader,
  url,
  isPublic,
}: {
  question: PresentedQuestion;
  reader: QuestionReader;
  url: string;
  /** Whether guests can read it. */
  isPublic: boolean;
}) => (
  <section className={styles.post} id={question.key} aria-label="Question">
    <h1 dir="auto">{question.title}</h1>
    <Byline post={question} verb="asked" />
    <HiddenNotice reason={question.hiddenReason} />
    {question.isLocked && (
      <p className={styles.notice}>This question is locked. It takes no more answers and comments.</p>
    )}
    <Prose className={styles.prose} html={question.html} />
    <TagList tags={question.tags} />
    <div className={styles.acts}>
      <VoteAct reader={reader} post={question} />
      {question.own && <EditLink id={question.id} className={outlined} />}
      <CommentAct of={question.key} reader={reader} />
      {reader.isMember ? (
        <More label="More about this question">
          <Act reader={reader} intent={question.following ? "unfollow" : "follow"} post={question.key}>
            {question.following ? "Stop following" : "Follow"}
          </Act>
          <Share title={question.title} url={url} isPublic={isPublic} className={styles.act} />
          <Link to={`/questions/${question.id}/history`} className={styles.act}>
            History
          </Link>
          {!question.own && (
            <ReportLink subject="question" id={question.id} backTo={reader.path} className={styles.act} />
          )}
          {reader.isAdmin && !question.own && <EditLink id={question.id} className={styles.act} />}
          {reader.isAdmin && (
            <Link to={`/questions/${question.id}/moderate`} className={styles.act}>
              Moderate
            </Link>
          )}
          {(reader.isAdmin || (question.own && question.answers === 0)) && (
            <DeleteAct reader={reader} post={question.key} name="question" />
          )}
          {!reader.isAdmin && question.own && question.answers > 0 && (
            <p className={quiet}>{questionTexts.answered}</p>
          )}
        </More>
      ) : (
        <Share title={question.title} url={url} isPublic={isPublic} className={styles.act} />
      )}
    </div>
    <Comments of={question.key} comments={question.comments} reader={reader} />
  </section>
);

const EditLink = ({ id, className }: { id: string; className: string }) => (
  <Link to={`/questions/${id}/edit`} className={className}>
    Edit
  </Link>
);
