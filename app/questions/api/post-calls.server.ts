import { call } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { giveThanks, takeThanksBack } from "#app/thanks/thanks.server.ts";
import { things } from "#db/things.ts";
import { requireComment } from "../access.server.ts";
import { commentOn } from "../comment.server.ts";
import { commentSchema as inputSchema } from "../input.server.ts";
import { serializeComment } from "../read.server.ts";
import { votesSchema } from "../response.server.ts";
import { setVote } from "../vote.server.ts";
import { aboutQuestion, commentResultSchema } from "./question.server.ts";

type Kind = "question" | "answer";
const idNames = { question: "Question", answer: "Answer" } as const;

export function voteCalls(kind: Kind) {
  const name = idNames[kind];
  const noun = things[kind].a;
  const responses = { 200: { description: `The ${kind}'s votes`, schema: votesSchema } } as const;
  const vote = (isGiven: boolean, operationId: string, summary: string, description?: string) =>
    call({
      operationId,
      summary,
      ...(description && { description }),
      auth: "user",
      counts: kind === "answer" && isGiven ? "thanks" : "vote",
      responses,
      handler: ({ params, viewer, request }) =>
        aboutQuestion(request, params.id, async (id) => ({
          status: 200,
          body: await (kind === "question"
            ? setVote(viewer, id, isGiven)
            : setAnswerVote(viewer, id, isGiven)),
        })),
    });
  return {
    PUT: vote(
      true,
      `voteFor${name}`,
      `Vote for ${noun} of someone else`,
      "You have one vote. Doing it again changes nothing; nobody sees who voted.",
    ),
    DELETE: vote(false, `takeBackVoteFor${name}`, `Take your vote for ${noun} back`),
  };
}

/** A vote for an answer counts as thanks. */
async function setAnswerVote(viewer: Viewer, id: number, isGiven: boolean) {
  const { thanks, thanked } = await (isGiven ? giveThanks : takeThanksBack)(viewer, "answer", id);
  return { votes: thanks, voted: thanked };
}

const respondWithNewComment = async (id: number, viewer: Viewer) => ({
  status: 201 as const,
  body: { success: true as const, data: serializeComment(await requireComment(id, viewer), viewer) },
  headers: { Location: `/api/comments/${id}` },
});

export const commentCalls = (kind: Kind) => ({
  POST: call({
    operationId: `commentOn${idNames[kind]}`,
    summary: `Comment on ${things[kind].a}`,
    description: "Plain text. A post holds a hundred comments; then, and on a locked question, it is 409.",
    auth: "user",
    counts: "comment",
    body: inputSchema,
    responses: { 201: { description: "The comment", schema: commentResultSchema } },
    handler: ({ params, body, viewer, request, callKey }) =>
      aboutQuestion(request, params.id, async (postId) => {
        const on = kind === "question" ? { questionId: postId } : { answerId: postId };
        return respondWithNewComment(await commentOn(viewer, on, body.body, callKey), viewer);
      }),
    repeat: ({ id, viewer }) => respondWithNewComment(id, viewer),
  }),
});
