import { blockPerson, unblockPerson } from "../../messaging/blocks.server.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/users/{id}/block", {
  PUT: call({
    operationId: "blockUser",
    summary: "Block a member by id, or by the alias of someone who writes to you anonymously",
    description:
      "Doing it again changes nothing. Neither a block of a member nor one of an alias shows in the other.",
    auth: "user",
    act: "block",
    errors: [422],
    responses: { 204: { description: "Blocked" } },
    async handler({ params, viewer }) {
      await blockPerson(viewer.id, params.id ?? "");
      return { status: 204 };
    },
  }),
  DELETE: call({
    operationId: "unblockUser",
    summary: "Unblock a member or an alias",
    description: "Doing it again changes nothing.",
    auth: "user",
    act: "block",
    responses: { 204: { description: "Not blocked" } },
    async handler({ params, viewer }) {
      await unblockPerson(viewer.id, params.id ?? "");
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
