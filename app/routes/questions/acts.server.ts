import { data } from "react-router";
import type { Viewer } from "../../auth/session.server.ts";
import type { PostedForm } from "../../forms/submit.server.ts";
import { acceptAnswer, answerQuestion, deleteAnswer, unacceptAnswer } from "../../questions/answer.server.ts";
import { deleteQuestion } from "../../questions/ask.server.ts";
import { commentOn, deleteComment } from "../../questions/comment.server.ts";
import { setFollowing, setVote } from "../../questions/vote.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { answerEditSchema, commentSchema } from "../../schemas/question.ts";

/** The sentence about an act, and the post that it was about. */
export interface Done {
  text: string;
  at?: string;
  /** The answer where its sender goes on reading. */
  answerId?: number;
  /** Whether the question itself is gone. */
  isGone?: true;
}

/** A sentence that is told at a post. */
const doneAt = ({ kind, id }: { kind: string; id: number }, text: string): Done => ({
  text,
  at: `${kind}-${id}`,
  ...(kind === "answer" && { answerId: id }),
});

/** The post that a form names: `question-7`, `answer-9` or `comment-12`. @throws 400 */
function readPost(form: PostedForm) {
  const [, kind, id] = /^(question|answer|comment)-(\d+)$/.exec(form.text("post")) ?? [];
  const parsed = parseId(id);
  if (parsed === null) throw data("This page does not have that button.", 400);
  return { kind: kind as "question" | "answer" | "comment", id: parsed };
}

const vote =
  (voted: boolean) =>
  async (viewer: Viewer, _: number, form: PostedForm): Promise<Done> => {
    const post = readPost(form);
    if (post.kind === "comment") throw data("This page does not have that button.", 400);
    await setVote(viewer, post.kind, post.id, voted);
    return doneAt(post, voted ? "Your vote is counted." : "Your vote is taken back.");
  };

/** The acts of a question's buttons and forms. */
const acts = {
  async answer(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const { body } = form.parse(answerEditSchema);
    const id = await answerQuestion(viewer, questionId, { body, isAnonymous: false });
    return doneAt({ kind: "answer", id }, "Your answer is published.");
  },

  async comment(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const post = readPost(form);
    const { body } = form.parse(commentSchema);
    await commentOn(viewer, post.kind === "answer" ? { answerId: post.id } : { questionId }, body);
    return doneAt(post, "Your comment is published.");
  },

  vote: vote(true),
  "take-back": vote(false),

  async follow(viewer: Viewer, questionId: number): Promise<Done> {
    await setFollowing(viewer, questionId, true);
    return { text: "You follow this question.", at: `question-${questionId}` };
  },

  async unfollow(viewer: Viewer, questionId: number): Promise<Done> {
    await setFollowing(viewer, questionId, false);
    return { text: "You don't follow this question any more.", at: `question-${questionId}` };
  },

  async accept(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const post = readPost(form);
    await acceptAnswer(viewer, questionId, post.id);
    return doneAt(post, "You've accepted this answer.");
  },

  async unaccept(viewer: Viewer, questionId: number): Promise<Done> {
    await unacceptAnswer(viewer, questionId);
    return { text: "No answer is accepted any more." };
  },

  async delete(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const { kind, id } = readPost(form);
    if (kind === "question") {
      await deleteQuestion(viewer, questionId);
      return { text: "The question is deleted.", isGone: true };
    }
    await (kind === "answer" ? deleteAnswer(viewer, id) : deleteComment(viewer, id));
    return { text: `The ${kind} is deleted.` };
  },
};

export const findAct = (intent: string) =>
  Object.hasOwn(acts, intent) ? acts[intent as keyof typeof acts] : undefined;
