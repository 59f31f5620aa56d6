import { deleteOwnResource } from "../../files/resources.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { resourceResponseSchema, resourceTexts } from "../../schemas/resource.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { readResource } from "./resource.server.ts";

const route = endpoint("/api/resources/{id}", {
  GET: call({
    summary: "One resource",
    auth: "anyone",
    responses: { 200: { description: "The resource", schema: resourceResponseSchema } },
    handler: async ({ params }) => ({
      status: 200,
      body: { success: true, data: await readResource(params.id) },
    }),
  }),

  DELETE: call({
    summary: "Delete a resource: who shared it, and administrators",
    auth: "user",
    responses: { 200: { description: "The resource as it was", schema: resourceResponseSchema } },
    async handler({ params, viewer }) {
      const data = await readResource(params.id);
      const refused = await deleteOwnResource(Number(data.id), viewer);
      if (refused === "not yours") throw new HttpError(403, resourceTexts.notYours);
      if (refused) throw new HttpError(404, resourceTexts.gone);
      return { status: 200, body: { success: true, data } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
