import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import type { BodyRules, CachePolicy } from "#app/ui/page-handle.ts";
import { isStoreFailure } from "#db/failures.ts";
import { getSession } from "../auth/guards.server.ts";
import { hasScope, missingScopeText } from "../auth/sessions.server.ts";
import { HttpError, problem } from "../http/problem.server.ts";
import { getRequestContext } from "../http/request-context.server.ts";
import { createVersionTag, forbidStoring, readIfMatch } from "../http/response.server.ts";
import type { KnownRoute } from "../http/route-table.server.ts";
import type { CallKey } from "../limits/call-key.server.ts";
import { readIdempotencyKey, withIdempotencyKey } from "../limits/idempotency.server.ts";
import { limitListSearch, rateLimitHeaders } from "../limits/rate-limit.server.ts";
import { log } from "../process/log.server.ts";
import type { AnyCall, Method, Paths } from "./call.server.ts";
import { parseInput, readJson, readQuery, sortNames } from "./input.server.ts";
import { findScope } from "./tags.server.ts";

/** One path of the API: what the server needs to know about it, and its handler. */
export interface Endpoint extends KnownRoute {
  respond(
    args: LoaderFunctionArgs | ActionFunctionArgs,
    params: Record<string, string | undefined>,
  ): Promise<Response>;
}

/**
 * Finds the call for the method, checks who is calling, parses the input with the documented schemas and runs the
 * handler.
 */
export function endpoint(path: string, methods: Paths[string]): Endpoint {
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

  const respond: Endpoint["respond"] = async ({ request, context }, params) => {
    const requestContext = getRequestContext(context);
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: preflight });
    const called = methods[request.method as Method];
    let memberId: number | undefined;
    const limitHeaders = () => (called?.counts && memberId ? rateLimitHeaders(called.counts, memberId) : {});
    try {
      if (!called) return problem(new HttpError(405), { headers: { Allow: allow } });
      const { sharedReader } = requestContext;
      const session = sharedReader ? null : await getSession(requestContext, request);
      if (called.auth === "user") forbidStoring(requestContext.responseHeaders);
      if (called.auth === "user" && !session) throw new HttpError(401);
      const scope = findScope(path, request.method, new URL(request.url).searchParams);
      if (session && scope && !hasScope(session, scope)) {
        const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
        const refusal = HttpError.withCode("insufficient-scope", missingScopeText(scope));
        return problem(refusal, { headers: { "WWW-Authenticate": challenge } });
      }
      memberId = session?.viewer.id;
      const viewer = sharedReader ?? session?.viewer ?? null;
      const encode = ({ status, body, headers, version }: Awaited<ReturnType<AnyCall["handler"]>>) => {
        const bytes =
          body === undefined ? null : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
        const tag: Record<string, string> =
          version !== undefined ? { ETag: createVersionTag(version, shownIn(body)) } : {};
        return { status, headers: { ...headers, ...tag } as Record<string, string>, body: bytes };
      };
      const make = async (callKey?: CallKey) => {
        const query = called.query && parseInput(called.query, readQuery(request));
        if (called.query) limitListSearch(viewer, requestContext, query);
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
          viewer,
        });
        return encode(made);
      };
      const { repeat } = called;
      const key = repeat ? readIdempotencyKey(request) : null;
      const keyed = key !== null && session && repeat ? { key, viewer: session.viewer, repeat } : null;
      const { status, body, ...made } = keyed
        ? await withIdempotencyKey(
            {
              memberId: keyed.viewer.id,
              key: keyed.key,
              request,
              body: called.body ? sortNames(await readJson(request.clone())) : "",
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
            headers: { "Content-Type": "application/json", ...headers },
          });
    } catch (error) {
      const httpError = error instanceof HttpError ? error : new HttpError(isStoreFailure(error) ? 503 : 500);
      const headers = limitHeaders();
      if (httpError === error && httpError.cause === undefined) return problem(httpError, { headers });
      log.error({ requestId: requestContext.id, path, err: error }, "call failed");
      return problem(httpError, { headers, requestId: requestContext.id });
    }
  };
  const { cache: varyBy, query } = methods.GET ?? {};
  const all: AnyCall[] = Object.values(methods);
  return {
    pattern: path.replace(/\{(\w+)\}/g, ":$1"),
    hasPage: false,
    handle: {
      body: {
        hasFile: all.some(({ multipart }) => multipart),
        maxBytes: all.find(({ maxBytes }) => maxBytes)?.maxBytes,
      },
      cache: varyBy && { varyBy, params: Object.keys(query instanceof z.ZodObject ? query.shape : {}) },
    } satisfies { body: BodyRules; cache: CachePolicy | undefined },
    respond,
  };
}

/** Returns the body without its envelope, so that a POST has the same tag as the next GET. */
const shownIn = (body: unknown): string =>
  JSON.stringify(typeof body === "object" && body !== null && "data" in body ? body.data : body);
