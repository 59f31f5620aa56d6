import { setFollowing } from "../../questions/vote.server.ts";
import { followingSchema } from "../../schemas/question-answer.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { aboutQuestion } from "./question.server.ts";

const responses = { 200: { description: "Whether you follow it now", schema: followingSchema } } as const;

const route = endpoint("/api/questions/{id}/follow", {
  PUT: call({
    operationId: "followQuestion",
    summary: "Follow a question",
    description: "You follow what you ask and answer. Doing it again changes nothing.",
    auth: "user",
    act: "following",
    responses,
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await setFollowing(viewer, id, true);
        return { status: 200, body: { following: true } };
      }),
  }),

  DELETE: call({
    operationId: "unfollowQuestion",
    summary: "Stop following a question",
    auth: "user",
    act: "following",
    responses,
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await setFollowing(viewer, id, false);
        return { status: 200, body: { following: false } };
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
