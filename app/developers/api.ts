import { z } from "zod";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { getAsyncApiDocument } from "./asyncapi.server.ts";
import { getOpenApiDocument } from "./openapi.server.ts";

const openApiSchema = z
  .object({ openapi: z.literal("3.1.0") })
  .loose()
  .meta({ id: "OpenApiDocument" });

const asyncApiSchema = z
  .object({ asyncapi: z.literal("3.1.0").meta({ example: "3.1.0" }) })
  .loose()
  .meta({ id: "AsyncApiDocument" });

export const documentsPaths: Paths = {
  "/api/openapi.json": {
    GET: call({
      operationId: "getOpenApiDocument",
      summary: "This document",
      auth: "anyone",
      cache: "role",
      responses: { 200: { description: "The OpenAPI 3.1 document", schema: openApiSchema } },
      handler: async () => ({ status: 200, body: { ...getOpenApiDocument(), openapi: "3.1.0" } }),
    }),
  },

  "/api/asyncapi.json": {
    GET: call({
      operationId: "getAsyncApiDocument",
      summary: "The description of the socket at `/realtime`",
      auth: "anyone",
      cache: "role",
      responses: { 200: { description: "The AsyncAPI 3 document", schema: asyncApiSchema } },
      handler: async () => ({ status: 200, body: getAsyncApiDocument() }),
    }),
  },
};
