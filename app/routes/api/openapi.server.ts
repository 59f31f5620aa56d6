import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { env } from "../../env.server.ts";
import { type AnyCall, endpoints, type ResponseDefinition } from "./endpoint.server.ts";

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    error: z.string(),
    message: z.string(),
    success: z.literal(false),
    errors: z.record(z.string(), z.array(z.string())),
  })
  .meta({
    id: "Problem",
    description: "The shape of every error (RFC 9457). `error` and `message` equal `detail`.",
  });

const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: "The same key and body within 24 hours get the first answer again" }),
});

/** Creates the OpenAPI document from the schemas that the calls validate with. */
export function createOpenApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, methods] of endpoints) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, definition]) => [
        method.toLowerCase(),
        describeOperation(path, definition),
      ]),
    );
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: `${env.SITE_NAME} API`,
      version: "1",
      description: "Ids are strings, times ISO 8601 in UTC, dates YYYY-MM-DD, absent values null.",
    },
    servers: [{ url: env.APP_URL ?? "/" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths,
  });
}

function describeOperation(path: string, definition: AnyCall): ZodOpenApiOperationObject {
  const parameterNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const content = definition.multipart
    ? { "multipart/form-data": { schema: definition.multipart } }
    : definition.body && { "application/json": { schema: definition.body } };
  return {
    summary: definition.summary,
    security: definition.auth === "user" ? [{ bearer: [] }] : [{}, { bearer: [] }],
    requestParams: {
      ...(parameterNames.length > 0 && {
        path: z.object(Object.fromEntries(parameterNames.map((name) => [name, z.string()]))),
      }),
      ...(definition.query && { query: definition.query }),
      ...(definition.takesKey && { header: idempotencyHeader }),
    },
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...Object.fromEntries(
        Object.entries<ResponseDefinition>(definition.responses).map(([status, { description, schema }]) => [
          status,
          { description, ...(schema && { content: { "application/json": { schema } } }) },
        ]),
      ),
      default: { description: "Error", content: { "application/problem+json": { schema: problemSchema } } },
    },
  };
}
