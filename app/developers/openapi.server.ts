import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import {
  type AnyCall,
  endpoints,
  type Method,
  type ResponseDefinition,
} from "#app/platform/api/call.server.ts";
import {
  type ErrorStatus,
  errorNames,
  errorResponses,
  rateLimitHeaderTexts,
} from "#app/platform/api/errors.server.ts";
import { findScope, findTag, pathParameters, tags } from "#app/platform/api/tags.server.ts";
import { env } from "#app/platform/env.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { composeExample, license, schemaOptions, sessionCookie } from "./document.server.ts";

const introduction = `Everything on the site, for your own programs.

JSON in and out, files aside. Ids are strings, times ISO 8601 in UTC, dates \`YYYY-MM-DD\`, absent values \`null\`. A time without an offset is read in the community's time zone.

Log in with \`POST /api/users/login\` and send the token as \`Authorization: Bearer TOKEN\`. It lasts 30 days from its last use. Members make more tokens at \`/account/tokens\`: read-only ones, and such for some things only. Each call names the scope that those need, \`jobs:write\`; writing includes reading.

Long lists take \`limit\` and name the next page in a \`Link\` header. Unknown parameters and unknown values of filters count as absent. \`HEAD\` works wherever \`GET\` does, \`OPTIONS\` everywhere.`;

const etag = z.string().meta({
  description: "The version of the answer, for `If-None-Match`, and for `If-Match` where it is strong",
  example: 'W/"3q2-7wJ8"',
});
const ifNoneMatch = z.string().optional().meta({
  description: "An `ETag` of an earlier answer: 304 if it is still the same",
  example: 'W/"3q2-7wJ8"',
});
const ifMatch = z.string().optional().meta({
  description: "The `ETag` of the answer that the change is based on: 412 if there has been another since",
  example: '"3.q2-7wJ8mA1bC9dEf"',
});
const idempotencyKey = z.string().min(1).max(64).optional().meta({
  description: "The same key and body within 24 hours get the first answer again",
  example: "import-2026-01-15-row-7",
});

/** Whether a call returns a list that continues on another page. */
const isLong = ({ query }: AnyCall) =>
  query instanceof z.ZodObject && ["cursor", "before", "page"].some((name) => name in query.shape);

/** Creates the OpenAPI document from the schemas that the calls validate with. */
function createOpenApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, methods] of endpoints) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, definition]) => [
        method.toLowerCase(),
        describeOperation(path, method as Method, definition),
      ]),
    );
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: { title: "", version: "1", description: introduction, license },
      servers: [{ url: env.APP_URL ?? "/" }],
      tags,
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "A token from the log-in or `/account/tokens`",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: sessionCookie,
            description: "The browser's session, from the site's own pages",
          },
        },
        responses: {
          NotModified: {
            description: "The answer is the one that `If-None-Match` names",
            headers: z.object({ ETag: etag }),
          },
          ...errorResponses,
        },
      },
      paths,
    },
    schemaOptions,
  );
  addExamples(document);
  return document;
}

function describeOperation(path: string, method: Method, call: AnyCall): ZodOpenApiOperationObject {
  const content = call.multipart
    ? { "multipart/form-data": { schema: call.multipart } }
    : call.body && { "application/json": { schema: call.body } };
  const headers = {
    ...(method === "GET" && { "If-None-Match": ifNoneMatch }),
    ...(call.errors?.includes(412) && { "If-Match": ifMatch }),
    ...(call.repeat && { "Idempotency-Key": idempotencyKey }),
  };
  const scope = findScope(path, method);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  return {
    operationId: call.operationId,
    tags: [findTag(path)],
    summary: call.summary,
    ...(call.description && { description: call.description }),
    security: [...(call.auth === "anyone" ? [{}] : []), { bearer: scope ? [scope] : [] }, { session: [] }],
    requestParams: {
      ...(names.length > 0 && {
        path: z.object(Object.fromEntries(names.map((name) => [name, pathParameters(method, path, name)]))),
      }),
      ...(call.query && { query: call.query }),
      ...(Object.keys(headers).length > 0 && { header: z.object(headers) }),
    },
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...Object.fromEntries(
        Object.entries<ResponseDefinition>(call.responses).map(([status, response]) => [
          status,
          describeResponse(method, status, call, response),
        ]),
      ),
      ...(method === "GET" && { 304: { $ref: "#/components/responses/NotModified" } }),
      ...describeErrors(path, method, call),
    },
  };
}

function describeResponse(
  method: Method,
  status: string,
  call: AnyCall,
  { description, schema, csv }: ResponseDefinition,
) {
  const headers = {
    ...(method === "GET" && { ETag: etag }),
    ...((call.errors?.includes(412) || status === "201") &&
      method !== "DELETE" &&
      method !== "GET" && { ETag: etag.optional() }),
    ...(isLong(call) && {
      Link: z.string().optional().meta({
        description: "The next page, if there is one",
        example: '</api/jobs?limit=50&cursor=412>; rel="next"',
      }),
    }),
    ...(call.counts && rateLimitHeaderTexts),
    ...(status === "201" &&
      call.repeat && {
        Location: z.string().meta({ description: "Where the new one is", example: "/api/jobs/41" }),
        "Idempotent-Replayed": z
          .literal("true")
          .optional()
          .meta({ description: "What the first call with the same `Idempotency-Key` made" }),
      }),
  };
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
    ...(schema && {
      content: { "application/json": { schema }, ...(csv && { "text/csv": { schema: csv } }) },
    }),
  };
}

/** The errors of a call, as references to the document's `components`. */
function describeErrors(path: string, method: Method, call: AnyCall) {
  const takesBody = call.body !== undefined || call.multipart !== undefined;
  const isOfQuestion = path.startsWith("/api/questions/{id}");
  const can: Partial<Record<ErrorStatus, boolean>> = {
    308: isOfQuestion && method === "GET",
    400: takesBody || call.repeat !== undefined,
    // An invalid token is refused everywhere.
    401: true,
    // A read-only token, a token without the scope, or another site using the browser's cookie.
    403: method !== "GET" || findScope(path, method) !== null,
    404: path.includes("{") || call.repeat !== undefined,
    408: takesBody,
    409: call.repeat !== undefined || (isOfQuestion && method !== "GET"),
    413: takesBody,
    415: takesBody,
    422: takesBody || call.query !== undefined,
    429: Boolean(call.counts),
    // The store may be full or locked.
    503: true,
  };
  const statuses = Object.keys(errorNames)
    .map((status) => Number(status) as ErrorStatus)
    .filter((status) => can[status] || call.errors?.includes(status));
  const refer = (name: keyof typeof errorResponses) => ({ $ref: `#/components/responses/${name}` });
  return {
    ...Object.fromEntries(statuses.map((status) => [status, refer(errorNames[status])])),
    default: refer("Error"),
  };
}

/** Gives each body an example, composed from those of its fields. */
function addExamples({ paths = {}, components }: ReturnType<typeof createDocument>): void {
  const schemas = (components?.schemas ?? {}) as Parameters<typeof composeExample>[1];
  for (const operations of Object.values(paths)) {
    for (const { requestBody, responses } of Object.values(operations ?? {})) {
      for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses ?? {})] as {
        content?: Record<string, { schema: object; example?: unknown }>;
      }[]) {
        for (const body of Object.values(content)) body.example ??= composeExample(body.schema, schemas);
      }
    }
  }
}

let created: ReturnType<typeof createOpenApiDocument> | undefined;

/** Returns the OpenAPI document, created at the first request. */
export function getOpenApiDocument() {
  created ??= createOpenApiDocument();
  created.info.title = `${settings.siteName} API`;
  return created;
}
