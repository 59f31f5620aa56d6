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
    description: "Every error of the API: RFC 9457, `error` and `message` equal to `detail`.",
  });

/** The OpenAPI document of every call, made from the schemas that the calls validate with. */
export function openApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, methods] of endpoints) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, called]) => [
        method.toLowerCase(),
        describeOperation(path, called),
      ]),
    );
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: `${env.SITE_NAME} API`,
      version: "1",
      description: "Ids are texts, times ISO 8601 in UTC, dates YYYY-MM-DD, absent values null.",
    },
    servers: [{ url: env.APP_URL ?? "/" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths,
  });
}

function describeOperation(path: string, called: AnyCall): ZodOpenApiOperationObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const content = called.multipart
    ? { "multipart/form-data": { schema: called.multipart } }
    : called.body && { "application/json": { schema: called.body } };
  return {
    summary: called.summary,
    security: called.auth === "user" ? [{ bearer: [] }] : [{}, { bearer: [] }],
    requestParams: {
      ...(names.length > 0 && {
        path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      }),
      ...(called.query && { query: called.query }),
    },
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...Object.fromEntries(
        Object.entries<ResponseDefinition>(called.responses).map(([status, { description, schema }]) => [
          status,
          { description, ...(schema && { content: { "application/json": { schema } } }) },
        ]),
      ),
      default: { description: "Refused", content: { "application/problem+json": { schema: problemSchema } } },
    },
  };
}
