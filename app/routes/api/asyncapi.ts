import { z } from "zod";
import { getAsyncApiDocument } from "./asyncapi.server.ts";
import { call, endpoint } from "./endpoint.server.ts";

const documentSchema = z
  .object({ asyncapi: z.literal("3.1.0").meta({ example: "3.1.0" }) })
  .loose()
  .meta({ id: "AsyncApiDocument" });

const route = endpoint("/api/asyncapi.json", {
  GET: call({
    operationId: "getAsyncApiDocument",
    summary: "The description of the socket at `/realtime`",
    auth: "anyone",
    cache: "role",
    responses: { 200: { description: "The AsyncAPI 3 document", schema: documentSchema } },
    handler: async () => ({ status: 200, body: getAsyncApiDocument() }),
  }),
});
export const loader = route.loader;
export const action = route.action;
