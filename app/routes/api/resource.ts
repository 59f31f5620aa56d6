import { deleteOwnResource } from "../../files/resources.server.ts";
import { problem } from "../../http/problem.server.ts";
import { resourceResponseSchema, resourceTexts } from "../../schemas/resource.ts";
import { call, endpoint, json } from "./endpoint.server.ts";
import { readResource } from "./resource.server.ts";

const route = endpoint("/api/resources/{id}", {
  GET: call({
    summary: "One resource",
    auth: "anyone",
    responses: { 200: { description: "The resource", schema: resourceResponseSchema } },
    handler: async ({ params }) => json({ success: true, data: await readResource(params.id) }),
  }),

  DELETE: call({
    summary: "Delete a resource: who shared it, and administrators",
    auth: "user",
    responses: { 200: { description: "The resource as it was", schema: resourceResponseSchema } },
    async handler({ params, viewer }) {
      const data = await readResource(params.id);
      const refused = await deleteOwnResource(Number(data.id), viewer);
      if (refused === "not yours") return problem(403, resourceTexts.notYours);
      return refused ? problem(404, resourceTexts.gone) : json({ success: true, data });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
