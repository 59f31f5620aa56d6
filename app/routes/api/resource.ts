import { api, call, json } from "../../http/api.server.ts";
import { problem } from "../../http/problem.server.ts";
import { removeResource } from "../../http/resources.server.ts";
import { resourceAnswer, resourceWords } from "../../schemas/resource.ts";
import { readResource } from "./resource.server.ts";

const route = api("/api/resources/{id}", {
  GET: call({
    summary: "One resource",
    who: "anyone",
    answers: { 200: { description: "The resource", schema: resourceAnswer } },
    run: async ({ params }) => json({ success: true, data: await readResource(params.id) }),
  }),

  DELETE: call({
    summary: "Delete a resource: who shared it, and administrators",
    who: "user",
    answers: { 200: { description: "The resource as it was", schema: resourceAnswer } },
    async run({ params, viewer }) {
      const data = await readResource(params.id);
      const refused = await removeResource(Number(data.id), viewer);
      if (refused === "not yours") return problem(403, resourceWords.notYours);
      return refused ? problem(404, resourceWords.gone) : json({ success: true, data });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
