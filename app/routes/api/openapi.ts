import { z } from "zod";
import { call, endpoint } from "./endpoint.server.ts";
import { getOpenApiDocument } from "./openapi.server.ts";

const documentSchema = z
  .object({ openapi: z.literal("3.1.0") })
  .loose()
  .meta({ id: "OpenApiDocument" });

const route = endpoint("/api/openapi.json", {
  GET: call({
    operationId: "getOpenApiDocument",
    summary: "This document",
    auth: "anyone",
    cache: "role",
    responses: { 200: { description: "The OpenAPI 3.1 document", schema: documentSchema } },
    handler: async () => ({ status: 200, body: { ...getOpenApiDocument(), openapi: "3.1.0" } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
