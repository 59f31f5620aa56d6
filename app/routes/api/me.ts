import { api, call, json } from "../../http/api.server.ts";
import { userOut } from "../../schemas/user.ts";
import { readOwnUser } from "./user.server.ts";

const route = api("/api/users/me", {
  GET: call({
    summary: "The member who is asking",
    who: "user",
    answers: { 200: { description: "The user", schema: userOut } },
    run: async ({ viewer }) => json(await readOwnUser(viewer.id)),
  }),
});
export const loader = route.loader;
export const action = route.action;
