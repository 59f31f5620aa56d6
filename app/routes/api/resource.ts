import { deleteResource } from "../../resources/resources.server.ts";
import { resourceResponseSchema } from "../../schemas/resource.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { readResource } from "./resource.server.ts";

const route = endpoint("/api/resources/{id}", {
  GET: call({
    operationId: "getResource",
    summary: "Get one resource",
    auth: "anyone",
    responses: { 200: { description: "The resource", schema: resourceResponseSchema } },
    handler: async ({ params }) => ({
      status: 200,
      body: { success: true, data: await readResource(params.id) },
    }),
  }),

  DELETE: call({
    operationId: "deleteResource",
    summary: "Delete a resource, as its uploader or an administrator",
    description: "Its file stays while another resource has the same one.",
    auth: "user",
    responses: { 200: { description: "The deleted resource", schema: resourceResponseSchema } },
    async handler({ params, viewer }) {
      const data = await readResource(params.id);
      await deleteResource(Number(data.id), viewer);
      return { status: 200, body: { success: true, data } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
