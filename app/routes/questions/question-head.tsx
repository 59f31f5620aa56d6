import { Form, Link } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmDelete } from "../../ui/confirm-delete.tsx";
import { ReportLink } from "../../ui/report-link.tsx";
import { ShareLink } from "../../ui/share-link.tsx";
import { Byline, Comments, HiddenNotice, Prose, type Reader, VoteAct } from "./post-parts.tsx";
import type { PresentedQuestion } from "./present.server.ts";
import { TagList } from "./question-row.tsx";
import * as styles from "./questions.css.ts";

/** The question itself: its text, what a reader may do about it, and its comments. */
export const QuestionHead = ({
  question,
  reader,
  url,
}: {
  question: PresentedQuestion;
  reader: Reader;
  url: string;
}) => (
  <section className={styles.post} id={question.key} aria-label="Question">
    <h1 dir="auto">{question.title}</h1>
    <Byline post={question} verb="asked" />
    <HiddenNotice reason={question.hiddenReason} />
    {question.isLocked && (
      <p className={styles.notice}>This question is locked. It takes no more answers and comments.</p>
    )}
    <Prose html={question.html} />
    <TagList tags={question.tags} />
    <div className={styles.buttons}>
      <VoteAct reader={reader} post={question} />
      {reader.isMember && (
        <Form method="post" action={reader.formAction} preventScrollReset>
          <Button
            size="sm"
            variant="outline"
            name="intent"
            value={question.following ? "unfollow" : "follow"}
          >
            {question.following ? "Stop following" : "Follow"}
          </Button>
        </Form>
      )}
      <ShareLink title={question.title} url={url} />
      {reader.isMember && (
        <Link to={`/questions/${question.id}/history`} className={styles.soft}>
          History
        </Link>
      )}
      {reader.isMember && !question.own && (
        <ReportLink subject="question" id={question.id} backTo={reader.path} className={styles.soft} />
      )}
    </div>
    {(question.own || reader.isAdmin) && (
      <div className={styles.buttons}>
        <ButtonLink to={`/questions/${question.id}/edit`} size="sm" variant="outline">
          Edit
        </ButtonLink>
        {reader.isAdmin && (
          <ButtonLink to={`/questions/${question.id}/moderate`} size="sm" variant="outline">
            Moderate
          </ButtonLink>
        )}
        {(reader.isAdmin || question.answers === 0) && (
          <ConfirmDelete warning="This can't be undone." label="Delete this question" />
        )}
      </div>
    )}
    <Comments of={question.key} comments={question.comments} reader={reader} />
  </section>
);
