import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { isStoreFailure } from "#db/failures.ts";
import {
  getSession,
  hasScope,
  missingScopeText,
  type Session,
  type Viewer,
} from "../../auth/session.server.ts";
import type { CachePolicy } from "../../cache/response-cache.server.ts";
import { parseJson } from "../../http/body.server.ts";
import { parseMediaType } from "../../http/media-type.server.ts";
import { HttpError, problem } from "../../http/problem.server.ts";
import { getRequestContext, type RequestContext } from "../../http/request-context.server.ts";
import { createVersionTag, readIfMatch } from "../../http/response.server.ts";
import type { CallKey } from "../../limits/call-key.server.ts";
import { type LimitedAction, rateLimitHeaders } from "../../limits/rate-limit.server.ts";
import { log } from "../../log.server.ts";
import { getFieldErrors } from "../../schemas/field-rules.ts";
import type { ErrorStatus } from "./errors.server.ts";
import { readIdempotencyKey, withIdempotencyKey } from "./idempotency.server.ts";
import { findScope } from "./tags.server.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type ResponseDefinition = { description: string; schema?: z.ZodType };
/** The successful responses of a call by status. Errors all have the one shape of `problem`. */
type Responses = Record<number, ResponseDefinition>;

/** A handler's answer: one of the documented statuses with the body that its schema describes. */
type Reply<R extends Responses> = {
  [Status in keyof R & number]: {
    status: Status;
    headers?: Record<string, string>;
    /** The version of the row that the answer shows. Its `ETag` then serves as `If-Match`. */
    version?: number;
  } & (R[Status] extends {
    schema: infer Schema extends z.ZodType;
  }
    ? { body: z.output<Schema> }
    : { body?: undefined });
}[keyof R & number];

/** One call of the API: what it accepts, who may make it, what it returns, and what it does. */
export interface Call<
  Auth extends "anyone" | "user",
  Query extends z.ZodType,
  Body extends z.ZodType,
  R extends Responses,
  Result extends Reply<R>,
> {
  /** The call's name in the OpenAPI document, and so in generated clients: a verb and its noun. */
  operationId: string;
  summary: string;
  /** The rules that its schemas do not say. */
  description?: string;
  auth: Auth;
  query?: Query;
  /** The JSON body. A call that reads a multipart request itself documents it in `multipart` instead. */
  body?: Body;
  multipart?: z.ZodType;
  responses: R;
  /** The errors that it can give beside those that follow from the rest of its definition (`openapi.server.ts`). */
  errors?: readonly ErrorStatus[];
  /** Whether callers of the same role share the answer of a GET: it may say nothing about one of them. */
  cache?: CachePolicy["varyBy"];
  /** The limit of what the member does, which the answer's `RateLimit` headers describe. */
  act?: LimitedAction;
  /**
   * Answers a call that is sent again with its `Idempotency-Key`, by the id of what it made. With it the call takes keys,
   * and its handler writes by `batchOnce`.
   */
  repeat?(args: {
    id: number;
    request: Request;
    params: Record<string, string | undefined>;
    viewer: Viewer;
  }): Promise<Result>;
  /** @throws HttpError for everything that is not a documented response */
  handler(args: {
    request: Request;
    params: Record<string, string | undefined>;
    requestContext: RequestContext;
    query: z.output<Query>;
    body: z.output<Body>;
    /** To be given to `batchOnce`. */
    callKey: CallKey | undefined;
    /** The versions that a change may be made to, by `If-Match`; undefined for all. A call that heeds it names 412. */
    ifMatch: number[] | undefined;
    /** The names that the body had, so that a change leaves the others alone. */
    sent: ReadonlySet<string>;
    viewer: Auth extends "user" ? Viewer : Viewer | null;
    session: Auth extends "user" ? Session : Session | null;
  }): Promise<Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: the registry holds calls of every shape
export type AnyCall = Call<any, any, any, any, any>;

/** Every call of the API by path, in the order of the routes. The OpenAPI document is made from it. */
export const endpoints = new Map<string, Partial<Record<Method, AnyCall>>>();

/** Types one call by its schemas. */
export function call<
  Auth extends "anyone" | "user",
  const R extends Responses,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const Result extends Reply<R> = Reply<R>,
>(definition: Call<Auth, Query, Body, R, Result>): AnyCall {
  return definition;
}

/**
 * The loader and action of one path of the API: finds the call for the method, checks who is calling, parses the
 * input with the documented schemas and runs the handler.
 * @param path as OpenAPI writes it, `/api/jobs/{id}`
 */
export function endpoint(path: string, methods: Partial<Record<Method, AnyCall>>) {
  endpoints.set(path, methods);
  const allow = Object.keys(methods)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  /** The headers of the response to a CORS preflight. */
  const preflight = {
    Allow: allow,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
    "Access-Control-Max-Age": "86400",
  };

  async function respond({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) {
    const requestContext = getRequestContext(context);
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: preflight });
    const called = methods[request.method as Method];
    let memberId: number | undefined;
    const limitHeaders = () => (called?.act && memberId ? rateLimitHeaders(called.act, memberId) : {});
    try {
      if (!called) return problem(new HttpError(405), { headers: { Allow: allow } });
      const session = await getSession(requestContext, request);
      if (called.auth === "user") requestContext.isPersonal = true;
      if (called.auth === "user" && !session) throw new HttpError(401);
      const scope = findScope(path, request.method);
      if (session && scope && !hasScope(session, scope)) {
        const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
        const refusal = HttpError.withCode("insufficient-scope", missingScopeText(scope));
        return problem(refusal, { headers: { "WWW-Authenticate": challenge } });
      }
      memberId = session?.viewer.id;
      const encode = ({ status, body, headers, version }: Awaited<ReturnType<AnyCall["handler"]>>) => {
        const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
        const tag: Record<string, string> =
          version !== undefined ? { ETag: createVersionTag(version, shownIn(body)) } : {};
        return { status, headers: { ...headers, ...tag } as Record<string, string>, body: bytes };
      };
      const make = async (callKey?: CallKey) => {
        const query = called.query && parseInput(called.query, readQuery(request));
        const raw = called.body ? await readJson(request) : {};
        const made = await called.handler({
          request,
          callKey,
          params,
          requestContext,
          query,
          body: called.body && parseInput(called.body, raw),
          sent: new Set(Object.keys(raw)),
          ifMatch: readIfMatch(request.headers.get("If-Match")),
          session,
          viewer: session?.viewer ?? null,
        });
        return encode(made);
      };
      const { repeat, multipart } = called;
      const key = repeat ? readIdempotencyKey(request) : null;
      const keyed = key !== null && session && repeat ? { key, viewer: session.viewer, repeat } : null;
      const { status, body, ...made } = keyed
        ? await withIdempotencyKey(
            {
              memberId: keyed.viewer.id,
              key: keyed.key,
              request,
              body: multipart ? "" : await request.clone().text(),
            },
            {
              make,
              repeat: async (id) => encode(await keyed.repeat({ id, request, params, viewer: keyed.viewer })),
            },
          )
        : await make();
      const headers = { ...made.headers, ...limitHeaders() };
      return body === null
        ? new Response(null, { status, headers })
        : new Response(new Uint8Array(body), {
            status,
            headers: { ...headers, "Content-Type": "application/json" },
          });
    } catch (error) {
      const httpError = error instanceof HttpError ? error : new HttpError(isStoreFailure(error) ? 503 : 500);
      const headers = limitHeaders();
      if (httpError === error && httpError.cause === undefined) return problem(httpError, { headers });
      log.error({ requestId: requestContext.id, path, err: error }, "call failed");
      return problem(httpError, { headers, requestId: requestContext.id });
    }
  }
  const { cache: varyBy, query } = methods.GET ?? {};
  const cache: CachePolicy | undefined = varyBy && {
    varyBy,
    params: Object.keys(query instanceof z.ZodObject ? query.shape : {}),
  };
  return { loader: Object.assign(respond, { cache }), action: respond };
}

/** What an answer shows, without the message around it: a POST has the tag of the next GET. */
const shownIn = (body: unknown): string =>
  JSON.stringify(typeof body === "object" && body !== null && "data" in body ? body.data : body);

/** Parses with a schema. @throws HttpError 422 that names the fields */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw HttpError.forFields(getFieldErrors(result.error));
}

async function readJson(request: Request): Promise<object> {
  const sentType = request.headers.get("Content-Type");
  const text = await request.text();
  if (text === "" && !sentType) return {};
  if (parseMediaType(sentType)?.type !== "application/json") {
    throw new HttpError(415, "Send JSON, with the content type application/json.");
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw HttpError.withCode("invalid-json", "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw HttpError.withCode("invalid-json", "The body must be a JSON object.");
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

/** The `Link` header of a list with more to come: the same call with one parameter set to where it continues. */
export function nextLink(
  request: Request,
  value: string | number | undefined,
  name = "cursor",
): Record<string, string> {
  if (value === undefined) return {};
  const url = new URL(request.url);
  url.searchParams.set(name, String(value));
  return { Link: `<${url.pathname}${url.search}>; rel="next"` };
}
