import { setVote } from "../../questions/vote.server.ts";
import { toId } from "../../schemas/fields.ts";
import { votesSchema } from "../../schemas/question-answer.ts";
import { call, endpoint } from "./endpoint.server.ts";

const responses = { 200: { description: "The answer's votes", schema: votesSchema } } as const;

const route = endpoint("/api/answers/{id}/vote", {
  PUT: call({
    operationId: "voteForAnswer",
    summary: "Vote for an answer of someone else",
    description: "You have one vote. Doing it again changes nothing; nobody sees who voted.",
    auth: "user",
    act: "vote",
    responses,
    async handler({ params, viewer }) {
      return { status: 200, body: await setVote(viewer, "answer", toId(params.id), true) };
    },
  }),

  DELETE: call({
    operationId: "takeBackVoteForAnswer",
    summary: "Take your vote for an answer back",
    auth: "user",
    act: "vote",
    responses,
    async handler({ params, viewer }) {
      return { status: 200, body: await setVote(viewer, "answer", toId(params.id), false) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
