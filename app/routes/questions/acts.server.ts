import { data } from "react-router";
import type { Viewer } from "../../auth/session.server.ts";
import type { PostedForm } from "../../forms/submit.server.ts";
import { acceptAnswer, answerQuestion, deleteAnswer, unacceptAnswer } from "../../questions/answer.server.ts";
import { deleteQuestion } from "../../questions/ask.server.ts";
import { commentOn, deleteComment } from "../../questions/comment.server.ts";
import { setFollowing, setVote } from "../../questions/vote.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { answerEditSchema, commentSchema } from "../../schemas/question.ts";

/** What is told of an act, and the post that it was about. */
export interface Done {
  text: string;
  at?: string;
  /** Whether the question itself is gone. */
  isGone?: true;
}

/** The post that a form names: `question-7`, `answer-9` or `comment-12`. @throws 400 */
function readPost(form: PostedForm) {
  const [, kind, id] = /^(question|answer|comment)-(\d+)$/.exec(form.text("post")) ?? [];
  const parsed = parseId(id);
  if (parsed === null) throw data("This page does not have that button.", 400);
  return { kind: kind as "question" | "answer" | "comment", id: parsed, key: `${kind}-${id}` };
}

const vote =
  (voted: boolean) =>
  async (viewer: Viewer, _: number, form: PostedForm): Promise<Done> => {
    const { kind, id, key } = readPost(form);
    if (kind === "comment") throw data("This page does not have that button.", 400);
    await setVote(viewer, kind, id, voted);
    return { text: voted ? "Your vote is counted." : "Your vote is taken back.", at: key };
  };

/** The acts of a question's buttons and forms. */
const acts = {
  async answer(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const { body } = form.parse(answerEditSchema);
    const id = await answerQuestion(viewer, questionId, { body, isAnonymous: false });
    return { text: "Your answer is published.", at: `answer-${id}` };
  },

  async comment(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const { kind, id, key } = readPost(form);
    const { body } = form.parse(commentSchema);
    await commentOn(viewer, kind === "answer" ? { answerId: id } : { questionId }, body);
    return { text: "Your comment is published.", at: key };
  },

  vote: vote(true),
  "take-back": vote(false),

  async follow(viewer: Viewer, questionId: number): Promise<Done> {
    await setFollowing(viewer, questionId, true);
    return { text: "You follow this question." };
  },

  async unfollow(viewer: Viewer, questionId: number): Promise<Done> {
    await setFollowing(viewer, questionId, false);
    return { text: "You don't follow this question any more." };
  },

  async accept(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const { id, key } = readPost(form);
    await acceptAnswer(viewer, questionId, id);
    return { text: "You've accepted this answer.", at: key };
  },

  async unaccept(viewer: Viewer, questionId: number): Promise<Done> {
    await unacceptAnswer(viewer, questionId);
    return { text: "No answer is accepted any more." };
  },

  async delete(viewer: Viewer, questionId: number, form: PostedForm): Promise<Done> {
    const { kind, id } = form.text("post") === "" ? { kind: "question", id: questionId } : readPost(form);
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
