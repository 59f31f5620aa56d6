import { z } from "zod";
import { call, endpoint } from "./endpoint.server.ts";
import { createOpenApiDocument } from "./openapi.server.ts";

const route = endpoint("/api/openapi.json", {
  GET: call({
    summary: "This document",
    auth: "anyone",
    responses: { 200: { description: "The OpenAPI 3.1 document", schema: z.object({}).loose() } },
    handler: async () => ({ status: 200, body: { ...createOpenApiDocument() } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
