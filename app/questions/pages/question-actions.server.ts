import { type ActionFunctionArgs, data } from "react-router";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { thankByForm } from "#app/thanks/thanks.server.ts";
import type { PostKind } from "#db/vocabulary.ts";
import { MergedQuestion, requireQuestion } from "../access.server.ts";
import { acceptAnswer, answerQuestion, deleteAnswer, unacceptAnswer } from "../answer.server.ts";
import { deleteQuestion } from "../ask.server.ts";
import { commentOn, deleteComment } from "../comment.server.ts";
import { answerEditSchema, commentSchema } from "../input.server.ts";
import { questionPath } from "../slug.ts";
import { setFollowing, setVote } from "../vote.server.ts";
import { findAnswerHref } from "./find-post.server.ts";

type Question = { id: number; title: string };

/** The post that a form names: `question-7`, `answer-9` or `comment-12`. @throws 400, a page of its own */
function readPost<K extends PostKind>(form: PostedForm, ...kinds: K[]): { kind: K; id: number } {
  const [, kind, id] = /^(\w+)-(\d+)$/.exec(form.text("post")) ?? [];
  const [known, parsed] = [kinds.find((each) => each === kind), parseId(id)];
  if (!known || parsed === null) throw data("This page does not have that button.", 400);
  return { kind: known, id: parsed };
}

/** The actions of the buttons and forms on a question's page. */
export function actsOn({ params, url, context }: Pick<ActionFunctionArgs, "params" | "url" | "context">) {
  const questionId = toId(params.id);
  type Act = (form: PostedForm, viewer: Viewer) => Promise<Response>;
  const find = (viewer: Viewer) => requireQuestion(questionId, viewer);

  const back = (question: Question, text: string, at: string, undo?: "follow" | "unfollow") => {
    const page = questionPath(question) + url.search;
    return redirectWithFlash(context, page, {
      text,
      at,
      ...(undo && { undo: { action: page, fields: { intent: undo, post: at } } }),
    });
  };

  /** Redirects to the post, which the action may have moved to another page. */
  async function backTo(
    question: Question,
    post: { kind: PostKind; id: number },
    viewer: Viewer,
    text: string,
    undo?: "accept" | "unaccept",
  ) {
    const at = `${post.kind}-${post.id}`;
    if (post.kind !== "answer") return back(question, text, at);
    const page = await findAnswerHref(question, post.id, viewer, url);
    return redirectWithFlash(context, page, {
      text,
      at,
      ...(undo && { undo: { action: page, fields: { intent: undo, post: at } } }),
    });
  }
  const thank =
    (isGiven: boolean): Act =>
    async (form, viewer) => {
      const post = readPost(form, "answer", "comment");
      const question = await find(viewer);
      const text = await thankByForm(form, viewer, { ...post, isGiven });
      return backTo(question, post, viewer, text);
    };

  const vote =
    (voted: boolean): Act =>
    async (form, viewer) => {
      const post = readPost(form, "question", "answer");
      if (post.kind === "answer") return thank(voted)(form, viewer);
      const question = await find(viewer);
      await setVote(viewer, post.id, voted);
      return backTo(question, post, viewer, voted ? "Your vote is counted." : "Your vote is taken back.");
    };

  const follow =
    (following: boolean, text: string): Act =>
    async (_, viewer) =>
      back(
        await setFollowing(viewer, questionId, following),
        text,
        `question-${questionId}`,
        following ? "unfollow" : "follow",
      );

  return {
    async answer(form, viewer) {
      const question = await find(viewer);
      const { body } = form.parse(answerEditSchema);
      const id = await answerQuestion(viewer, questionId, { body, isAnonymous: false });
      return backTo(question, { kind: "answer", id }, viewer, "Your answer is published.");
    },

    async comment(form, viewer) {
      const question = await find(viewer).catch((error: unknown) => {
        // The page redirects to the other question, where the comment's form stays open.
        if (error instanceof MergedQuestion && form.text("post") === `question-${questionId}`)
          form.data.set("post", `question-${error.into.id}`);
        throw error;
      });
      const post = readPost(form, "question", "answer", "comment");
      const { body } = form.parse(commentSchema);
      await commentOn(viewer, post.kind === "answer" ? { answerId: post.id } : { questionId }, body);
      return backTo(question, post, viewer, "Your comment is published.");
    },

    vote: vote(true),
    "take-back": vote(false),
    thank: thank(true),
    "take-thanks-back": thank(false),
    follow: follow(true, "You follow this question."),
    unfollow: follow(false, "You don't follow this question any more."),

    async accept(form, viewer) {
      const post = readPost(form, "answer");
      const question = await acceptAnswer(viewer, questionId, post.id);
      return backTo(question, post, viewer, "You've accepted this answer.", "unaccept");
    },

    async unaccept(form, viewer) {
      const post = readPost(form, "answer");
      const question = await unacceptAnswer(viewer, questionId);
      return backTo(question, post, viewer, "No answer is accepted any more.", "accept");
    },

    async delete(form, viewer) {
      const question = await find(viewer);
      const { kind, id } = readPost(form, "question", "answer", "comment");
      if (kind === "question") {
        await deleteQuestion(viewer, questionId);
        return redirectWithFlash(context, "/questions", {
          text: "The question is deleted.",
          undo: undoDeletion("question", questionId),
        });
      }
      await (kind === "answer" ? deleteAnswer(viewer, id) : deleteComment(viewer, id));
      return redirectWithFlash(context, questionPath(question) + url.search, {
        text: `The ${kind} is deleted.`,
        undo: undoDeletion(kind, id),
      });
    },
  } satisfies Record<string, Act>;
}
