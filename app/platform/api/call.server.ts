import type { z } from "zod";
import type { Session, Viewer } from "../auth/sessions.server.ts";
import type { CachePolicy } from "../cache/response-cache.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import type { CallKey } from "../limits/call-key.server.ts";
import type { LimitedAction } from "../limits/rate-limit.server.ts";
import type { ErrorStatus } from "./errors.server.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** @property csv the same as a text, for a call that has both */
export type ResponseDefinition = { description: string; schema?: z.ZodType; csv?: z.ZodType };
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
  /** The largest body; 64 KB unless told. */
  maxBytes?: number;
  /**
   * How often a member may do it, for the `RateLimit` headers. The act itself counts, in the function that page, call
   * and frame share. A call that writes names its limit, or null for a reason that `openapi.test` lists.
   */
  limit?: LimitedAction | null | undefined;
  /**
   * Responds to a call that is sent again with its `Idempotency-Key`, by the id of what it made. With it the call takes keys,
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

/** The largest body of a job, a question or an answer: its texts are longer than others. */
export const maxTextBytes = 262_144;

/** A call that writes: it says how often a member may do it. */
type Write = AnyCall & { limit: LimitedAction | null };

/** The calls of some addresses. An address is as OpenAPI writes it, `/api/jobs/{id}`. */
export type Paths = Record<string, { GET?: AnyCall; POST?: Write; PUT?: Write; DELETE?: Write }>;

/** Every call of the API by path, in the order of `calls.server.ts`. The OpenAPI document is made from it. */
export const endpoints = new Map<string, Paths[string]>();

/** Types one call by its schemas. */
export function call<
  Auth extends "anyone" | "user",
  const R extends Responses,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const Result extends Reply<R> = Reply<R>,
  const Limit extends LimitedAction | null | undefined = undefined,
>(definition: Call<Auth, Query, Body, R, Result> & { limit?: Limit }): AnyCall & { limit: NoInfer<Limit> } {
  return definition as AnyCall & { limit: Limit };
}

/**
 * The `Link` header of a list with more to come: the same call with one parameter set to where it continues, in place of a
 * page's number.
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
