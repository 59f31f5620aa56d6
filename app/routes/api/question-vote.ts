import { setVote } from "../../questions/vote.server.ts";
import { votesSchema } from "../../schemas/question-answer.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { aboutQuestion } from "./question.server.ts";

const responses = { 200: { description: "The question's votes", schema: votesSchema } } as const;

const route = endpoint("/api/questions/{id}/vote", {
  PUT: call({
    operationId: "voteForQuestion",
    summary: "Vote for a question of someone else",
    description: "You have one vote. Doing it again changes nothing; nobody sees who voted.",
    auth: "user",
    act: "vote",
    responses,
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => ({
        status: 200,
        body: await setVote(viewer, "question", id, true),
      })),
  }),

  DELETE: call({
    operationId: "takeBackVoteForQuestion",
    summary: "Take your vote for a question back",
    auth: "user",
    act: "vote",
    responses,
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => ({
        status: 200,
        body: await setVote(viewer, "question", id, false),
      })),
  }),
});
export const loader = route.loader;
export const action = route.action;
