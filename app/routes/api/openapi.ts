import { z } from "zod";
import { call, endpoint } from "./endpoint.server.ts";
import { openApiDocument } from "./openapi.server.ts";

const route = endpoint("/api/openapi.json", {
  GET: call({
    summary: "This document",
    auth: "anyone",
    responses: { 200: { description: "OpenAPI 3.1", schema: z.object({}).loose() } },
    handler: async () => ({ status: 200, body: { ...openApiDocument() } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
