import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import type { z } from "zod";
import { TooBusy } from "../../auth/password-hash.server.ts";
import { getSession, type Session, type Viewer } from "../../auth/session.server.ts";
import { type FieldErrors, fieldProblem, problem } from "../../http/problem.server.ts";
import { getRequestContext, type RequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
type ResponseDefinition = { description: string; schema?: z.ZodType };

/** One call of the API: what it takes, who may make it, what it answers, and what it does. */
export interface Call<Who extends "anyone" | "user", Query extends z.ZodType, Body extends z.ZodType> {
  summary: string;
  auth: Who;
  query?: Query;
  /** The JSON body. A call that reads the request itself (multipart) says so in `multipart` instead. */
  body?: Body;
  multipart?: z.ZodType;
  /** What it answers when it works, by status. The refusals all have the one shape of `problem`. */
  responses: Record<number, ResponseDefinition>;
  handler(asked: {
    request: Request;
    params: Record<string, string | undefined>;
    requestContext: RequestContext;
    query: z.output<Query>;
    body: z.output<Body>;
    /** The names that the body had: a change says nothing of the others. */
    sent: ReadonlySet<string>;
    viewer: Who extends "user" ? Viewer : Viewer | null;
    session: Who extends "user" ? Session : Session | null;
  }): Promise<Response>;
}

// biome-ignore lint/suspicious/noExplicitAny: the registry holds calls of every shape
export type AnyCall = Call<any, any, any>;

/** Every call of the API by its path, in the order the routes were read: what the OpenAPI document is made from. */
export const endpoints = new Map<string, Partial<Record<Method, AnyCall>>>();

/** Types one call by its schemas. */
export function call<
  Who extends "anyone" | "user",
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: Call<Who, Query, Body>): Call<Who, Query, Body> {
  return definition;
}

/**
 * The loader and action of one path of the API: finds the call for the method, checks who is asking, parses what
 * was sent with the schemas that are also documented, and runs it.
 * @param path as OpenAPI writes it, `/api/jobs/{id}`
 */
export function endpoint(path: string, methods: Partial<Record<Method, AnyCall>>) {
  endpoints.set(path, methods);
  const allow = Object.keys(methods)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");

  async function answer({
    request,
    params,
    context,
  }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
    const requestContext = getRequestContext(context);
    try {
      const called = methods[request.method as Method];
      if (!called) return problem(405, undefined, { headers: { Allow: allow } });
      const session = await getSession(requestContext, request);
      if (called.auth === "user" && !session) return problem(401);
      const query = called.query ? parseInput(called.query, readQuery(request)) : undefined;
      const raw = called.body ? await readJson(request) : {};
      const body = called.body ? parseInput(called.body, raw) : undefined;
      const viewer = session?.viewer ?? null;
      return await called.handler({
        request,
        params,
        requestContext,
        query,
        body,
        sent: new Set(Object.keys(raw)),
        session,
        viewer,
      });
    } catch (error) {
      if (error instanceof Response) return error;
      if (error instanceof TooBusy) return problem(503);
      log.error({ requestId: requestContext.id, path, err: error }, "call failed");
      return problem(500, undefined, { id: requestContext.id });
    }
  }
  return { loader: answer, action: answer };
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers?: Record<string, string>): Response {
  return Response.json(value, { status, headers });
}

/** Parses with a schema. @throws a 422 problem that names the fields */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw fieldProblem(fieldErrors(result.error));
}

export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}

async function readJson(request: Request): Promise<object> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  const text = await request.text();
  if (text === "" && !type) return {};
  if (type !== "application/json") throw problem(415, "Send JSON, with the content type application/json.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem(400, "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw problem(400, "The body must be a JSON object.");
  }
  return value;
}

function readQuery(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** The `Link` header of a list that goes on: the same call with the cursor of what comes next. */
export function nextLink(request: Request, cursor: string | number | undefined): Record<string, string> {
  if (cursor === undefined) return {};
  const url = new URL(request.url);
  url.searchParams.set("cursor", String(cursor));
  return { Link: `<${url.pathname}${url.search}>; rel="next"` };
}
