import { z } from "zod";
import { api, call, json } from "../../http/api.server.ts";
import { openApiDocument } from "./openapi.server.ts";

const route = api("/api/openapi.json", {
  GET: call({
    summary: "This document",
    who: "anyone",
    answers: { 200: { description: "OpenAPI 3.1", schema: z.object({}).loose() } },
    run: async () => json(openApiDocument()),
  }),
});
export const loader = route.loader;
export const action = route.action;
