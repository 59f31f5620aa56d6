import type { z } from "zod";
import type { CachePolicy } from "#app/ui/page-handle.ts";
import type { Session, Viewer } from "../auth/sessions.server.ts";
import type { RequestContext, SharedReader } from "../http/request-context.server.ts";
import type { CallKey } from "../limits/call-key.server.ts";
import type { LimitedAction } from "../limits/rate-limit.server.ts";
import type { ErrorStatus } from "./errors.server.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** @property csv the same data as CSV, for a call that offers both */
export type ResponseDefinition = { description: string; schema?: z.ZodType; csv?: z.ZodType };
/** A call's successful responses by status. Errors all have the shape of `problem`. */
type Responses = Record<number, ResponseDefinition>;

/** What a handler returns: one of the documented statuses, and a body that matches its schema. */
type Reply<R extends Responses> = {
  [Status in keyof R & number]: {
    status: Status;
    headers?: Record<string, string>;
    /** The version of the row in the response. Clients can then send its `ETag` as `If-Match`. */
    version?: number;
  } & (R[Status] extends {
    schema: infer Schema extends z.ZodType;
  }
    ? { body: z.output<Schema> | (R[Status] extends { csv: z.ZodType } ? string : never) }
    : { body?: undefined });
}[keyof R & number];

/** One call of the API: what it accepts, who may make it, what it returns, and what it does. */
export interface Call<
  Auth extends "anyone" | "user",
  Query extends z.ZodType,
  Body extends z.ZodType,
  R extends Responses,
  Result extends Reply<R>,
  Cache extends CachePolicy["varyBy"] | undefined,
> {
  /** The call's name in the OpenAPI document and in generated clients: a verb and its noun. */
  operationId: string;
  summary: string;
  /** The rules that its schemas do not express. */
  description?: string;
  auth: Auth;
  query?: Query;
  /** The JSON body. A call that reads a multipart request itself documents it in `multipart` instead. */
  body?: Body;
  multipart?: z.ZodType;
  responses: R;
  /** Errors in addition to those that `openapi.server.ts` derives from the definition. */
  errors?: readonly ErrorStatus[];
  /** Which callers share the response of a GET, which must then contain nothing about any one of them. */
  cache?: Cache;
  /** The largest body. Defaults to 64 KB. */
  maxBytes?: number;
  /**
   * The action that is counted by the function that page, call and frame share, for the `RateLimit` headers. A call
   * that writes names it, or has null with a reason in `openapi.test`.
   */
  counts?: LimitedAction | null | undefined;
  /**
   * Responds to a repeated `Idempotency-Key`, from the id that the first call created. A call that defines it accepts
   * keys, and its handler must write with `batchOnce`.
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
    /** Pass it to `batchOnce`. */
    callKey: CallKey | undefined;
    /** Versions that `If-Match` allows to change; undefined for all. A call that checks it lists 412 in `errors`. */
    ifMatch: number[] | undefined;
    /** The fields in the body. A change leaves other fields unchanged. */
    sent: ReadonlySet<string>;
    viewer: Auth extends "user" ? Viewer : Cache extends string ? SharedReader | null : Viewer | null;
    session: Auth extends "user" ? Session : Session | null;
  }): Promise<Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: the registry holds calls of every shape
export type AnyCall = Call<any, any, any, any, any, any>;

/** The largest body of a job, a question or an answer, whose texts are longer than others. */
export const maxTextBytes = 262_144;

/** A call that writes must say what it counts. */
type Write = AnyCall & { counts: LimitedAction | null };

/** Calls by path, in OpenAPI's notation: `/api/jobs/{id}`. */
export type Paths = Record<string, { GET?: AnyCall; POST?: Write; PUT?: Write; DELETE?: Write }>;

/** Every API call by path, in the order of `calls.server.ts`. The OpenAPI document is generated from it. */
export const endpoints = new Map<string, Paths[string]>();

/** Infers a call's types from its schemas. */
export function call<
  Auth extends "anyone" | "user",
  const R extends Responses,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const Result extends Reply<R> = Reply<R>,
  const Counts extends LimitedAction | null | undefined = undefined,
  Cache extends CachePolicy["varyBy"] | undefined = undefined,
>(
  definition: Call<Auth, Query, Body, R, Result, Cache> & { counts?: Counts },
): AnyCall & { counts: NoInfer<Counts> } {
  return definition as AnyCall & { counts: Counts };
}

/**
 * The `Link` header of a list with another page: the same call with one parameter set to where the list continues,
 * instead of a page number.
 */
export function nextLink(
  request: Request,
  value: string | number | undefined,
  name = "cursor",
): Record<string, string> {
  if (value === undefined) return {};
  const url = new URL(request.url);
  url.searchParams.delete("page");
  url.searchParams.set(name, String(value));
  return { Link: `<${url.pathname}${url.search}>; rel="next"` };
}
