import { z } from "zod";
import { deleteResource, updateResource } from "../../resources/resources.server.ts";
import { toId } from "../../schemas/fields.ts";
import { resourceFields, resourceResponseSchema } from "../../schemas/resource.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { readResource } from "./resource.server.ts";

/** The fields to change. */
const resourceChange = z
  .object(resourceFields)
  .partial()
  .meta({ id: "ResourceChange", example: { title: "Notes on tides, corrected", year: 3 } });

const route = endpoint("/api/resources/{id}", {
  GET: call({
    operationId: "getResource",
    summary: "Get one resource",
    auth: "anyone",
    responses: { 200: { description: "The resource", schema: resourceResponseSchema } },
    async handler({ params }) {
      const { version, data } = await readResource(params.id);
      return { status: 200, version, body: { success: true, data } };
    },
  }),

  PUT: call({
    operationId: "updateResource",
    summary: "Change a resource's title, description, category or year, as its uploader or an administrator",
    description: "Fields that are not sent keep their values. The file stays as it is.",
    auth: "user",
    body: resourceChange,
    errors: [412],
    responses: { 200: { description: "The changed resource", schema: resourceResponseSchema } },
    async handler({ params, viewer, body, sent, ifMatch }) {
      const change = Object.fromEntries(Object.entries(body).filter(([name]) => sent.has(name)));
      await updateResource(toId(params.id), viewer, change, ifMatch);
      const { version, data } = await readResource(params.id);
      return { status: 200, version, body: { success: true, data } };
    },
  }),

  DELETE: call({
    operationId: "deleteResource",
    summary: "Delete a resource, as its uploader or an administrator",
    description: "Its file stays while another resource has the same one.",
    auth: "user",
    errors: [412],
    responses: { 200: { description: "The deleted resource", schema: resourceResponseSchema } },
    async handler({ params, viewer, ifMatch }) {
      const { data } = await readResource(params.id);
      await deleteResource(Number(data.id), viewer, { versions: ifMatch });
      return { status: 200, body: { success: true, data } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
