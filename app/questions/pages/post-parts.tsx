import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { PersonLine } from "#app/people/person.tsx";
import type { ShownMute } from "#app/platform/auth/mute-texts.ts";
import { ThanksAct } from "#app/thanks/thanks-act.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { textarea } from "#app/ui/forms/field.css.ts";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { More } from "#app/ui/more.tsx";
import { prose, quiet, stack } from "#app/ui/styles/layout.css.ts";
import { questionRules } from "../texts.ts";
import type { PresentedAnswer, PresentedComment, PresentedQuestion } from "./present.server.ts";
import * as styles from "./questions.css.ts";

/** The reader of the page. */
export interface QuestionReader {
  isMember: boolean;
  isAdmin: boolean;
  path: string;
  /** Where the page's forms post to: this page of the answers. */
  formAction: string;
  questionId: string;
  isLocked: boolean;
  /** Shown instead of the reader's name on what they write here. */
  hiddenName: string | null;
  /** The mute that keeps the reader from writing here under that name. */
  mute: ShownMute | null;
}

const shownComments = 3;
/** The style of a row's one prominent action. */
export const outlined = buttonClass({ variant: "outline", size: "sm" });

export const Byline = ({
  post,
  verb,
}: {
  post: PresentedQuestion | PresentedAnswer | PresentedComment;
  verb: string;
}) => (
  <p className={`${quiet} ${styles.byline}`}>
    <PersonLine person={post.author}>
      {" "}
      <span title={post.at}>
        {verb && `${verb} `}
        {post.ago}
      </span>
      {"edited" in post && post.edited && <span>, edited {post.edited}</span>}
    </PersonLine>
  </p>
);

export const HiddenNotice = ({ reason }: { reason: string | null }) =>
  reason && (
    <p className={styles.notice}>
      An administrator has hidden this. Only its author and administrators see it. Reason: {reason}
    </p>
  );

/** A form with one button that posts to the question's page. */
export const Act = ({
  reader,
  intent,
  post,
  className = styles.act,
  children,
}: {
  reader: QuestionReader;
  intent: string;
  post: string;
  className?: string;
  children: string;
}) => (
  <Form method="post" action={reader.formAction} preventScrollReset>
    <input type="hidden" name="post" value={post} />
    <button type="submit" className={className} name="intent" value={intent}>
      {children}
    </button>
  </Form>
);

/** Thanks for an answer or a comment. An answer's count is shown next to it instead. */
export const Thanks = ({
  reader,
  post,
  className,
}: {
  reader: QuestionReader;
  post: PresentedAnswer | PresentedComment;
  className?: string | undefined;
}) => (
  <ThanksAct
    of={post.key}
    thanks={post.thanks}
    isCounted={post.kind === "comment"}
    className={className}
    canThank={reader.isMember && !post.own && !post.hiddenReason}
    isNameless={reader.hiddenName !== null}
    action={reader.formAction}
  />
);

export function VoteAct({ reader, post }: { reader: QuestionReader; post: PresentedQuestion }) {
  return (
    <>
      <span>{post.votes}</span>
      {reader.isMember && !post.own && (
        <Act
          reader={reader}
          intent={post.voted ? "take-back" : "vote"}
          post={post.key}
          className={post.voted ? styles.act : outlined}
        >
          {post.voted ? "Take my vote back" : "Helpful"}
        </Act>
      )}
    </>
  );
}

/** Deletes without confirmation: everything it deletes can be restored for seven days. */
export const DeleteAct = ({ reader, post, name }: { reader: QuestionReader; post: string; name: string }) => (
  <Act reader={reader} intent="delete" post={post} className={styles.deleteAct}>
    {`Delete this ${name}`}
  </Act>
);

/** A reader's other actions on an answer or a comment, behind "…". */
export function PostActs({
  reader,
  post,
  children,
}: {
  reader: QuestionReader;
  post: PresentedAnswer | PresentedComment;
  children?: ReactNode;
}) {
  if (!reader.isMember) return null;
  const canChange = post.own || reader.isAdmin;
  return (
    <More label={`More about the ${post.kind} of ${post.author.name}`}>
      {children}
      {!post.own && (
        <ReportLink
          subject={post.kind}
          id={post.id}
          backTo={reader.path}
          label={`Report the ${post.kind} of ${post.author.name}`}
          className={styles.act}
        />
      )}
      {reader.isAdmin && !post.own && post.kind === "answer" && (
        <Link to={`/questions/${reader.questionId}/edit?answer=${post.id}`} className={styles.act}>
          Edit
        </Link>
      )}
      {reader.isAdmin && (
        <Link to={`/questions/${reader.questionId}/moderate?${post.kind}=${post.id}`} className={styles.act}>
          Moderate
        </Link>
      )}
      {canChange && <DeleteAct reader={reader} post={post.key} name={post.kind} />}
    </More>
  );
}

const CommentItem = ({ comment, reader }: { comment: PresentedComment; reader: QuestionReader }) => (
  <li className={styles.comment} id={comment.key}>
    <Byline post={comment} verb="" />
    <p className={prose} dir="auto">
      {comment.body}
    </p>
    <HiddenNotice reason={comment.hiddenReason} />
    {(reader.isMember || comment.thanks.count > 0) && (
      <div className={styles.acts}>
        <Thanks reader={reader} post={comment} />
        <PostActs reader={reader} post={comment} />
      </div>
    )}
    <FlashLine at={comment.key} />
  </li>
);

/** The comments on a post. Those after the third are folded away. */
export function Comments({
  of,
  comments,
  reader,
}: {
  of: string;
  comments: PresentedComment[];
  reader: QuestionReader;
}) {
  const later = comments.slice(shownComments);
  const items = (list: PresentedComment[]) => (
    <ul className={styles.comments}>
      {list.map((comment) => (
        <CommentItem key={comment.id} comment={comment} reader={reader} />
      ))}
    </ul>
  );
  return (
    <div>
      {items(comments.slice(0, shownComments))}
      {later.length > 0 && (
        <details>
          <summary className={styles.act}>
            {later.length === 1 ? "Show 1 more comment" : `Show ${later.length} more comments`}
          </summary>
          {items(later)}
        </details>
      )}
      <FlashLine at={of} />
    </div>
  );
}

/** The form to comment on a post. */
export function CommentAct({ of, reader }: { of: string; reader: QuestionReader }) {
  const refused = useFailure("comment");
  const failure = refused?.initialValue?.post === of ? refused : null;
  const form = useEmptied((it) => it.get("intent") === "comment" && it.get("post") === of, failure !== null);
  if (!reader.isMember || reader.isLocked) return null;
  return (
    <details open={failure !== null}>
      <summary className={styles.act}>Comment</summary>
      <UnlessMuted mute={reader.mute}>
        <Form ref={form} method="post" action={reader.formAction} className={stack[4]} preventScrollReset>
          {reader.hiddenName && (
            <p
              className={styles.notice}
            >{`You comment as “${reader.hiddenName}”: nobody sees who you are.`}</p>
          )}
          <FormAlert failure={failure} />
          <input type="hidden" name="post" value={of} />
          <label>
            Your comment
            <textarea
              name="body"
              className={textarea}
              required
              minLength={questionRules.comment.min}
              maxLength={questionRules.comment.max}
              defaultValue={String(failure?.initialValue?.body ?? "")}
            />
          </label>
          <div>
            <Button size="sm" variant="outline" name="intent" value="comment">
              Publish comment
            </Button>
          </div>
        </Form>
      </UnlessMuted>
    </details>
  );
}

/**
 * Resets and folds a form without Conform, whose page stays, after it was sent successfully. Returns its ref.
 * @param isSent whether the form data being sent is this form's
 */
function useEmptied(isSent: (sent: FormData) => boolean, hasFailed: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  const { state, formData } = useNavigation();
  useEffect(() => {
    if (formData && isSent(formData)) wasSent.current = true;
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (hasFailed) return;
    form.current?.reset();
    const fold = form.current?.closest("details");
    if (!fold) return;
    fold.open = false;
    fold.querySelector("summary")?.focus();
  });
  return form;
}
