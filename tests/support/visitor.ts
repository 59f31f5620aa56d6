import type { Problem, Responses } from "./api-types.ts";

/**
 * A response with its content read. `body` is the parsed JSON, or the text. Its type is the OpenAPI document's type of
 * a success. `problemOf` reads a refusal.
 */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

type Split<Path extends string> = Path extends `${infer Head}/${infer Tail}` ? Head | Split<Tail> : Path;
/** Fixed words in the paths of the API. */
type Word = keyof Responses extends `${string} /${infer Path}` ? Split<Path> : never;
/** The key of a path in `Responses`, which has `{}` for each id. */
type Pattern<Path extends string> = Path extends `${infer Address}?${string}`
  ? Pattern<Address>
  : Path extends `${infer Head}/${infer Tail}`
    ? `${Head extends Word | "" ? Head : "{}"}/${Pattern<Tail>}`
    : Path extends Word
      ? Path
      : "{}";
type BodyOf<
  Method extends string,
  Path extends string,
> = `${Method} ${Pattern<Path>}` extends infer Call extends keyof Responses ? Responses[Call] : unknown;

const nextPath = (headers: Headers): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];

/** @returns the problem document of a refused call */
export function problemOf({ headers, status, body }: Omit<Answer, "text">): Problem {
  const type = headers.get("Content-Type");
  if (type !== "application/problem+json") throw new Error(`${status} ${type} is not a problem`);
  return body as Problem;
}

/** @returns a refused call's errors by field */
export const errorsOf = (answer: Answer) => problemOf(answer).errors;

/** @returns the id of the item that a call created */
export function idIn({ status, body, text }: Answer): string {
  const { id, data } = body as { id?: string; data?: { id?: string } };
  const found = id ?? data?.id;
  if (found === undefined) throw new Error(`nothing was made: ${status} ${text}`);
  return found;
}

/** A query after a path, or none. */
export type Query = "" | `?${string}`;

/** A browser without scripts, or a program. It stores cookies, may have a token, and does not follow redirects. */
export class Visitor {
  readonly url: string;
  token: string | undefined;
  cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.token && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${this.token}`);
    if (this.cookies.size > 0 && !headers.has("Cookie")) {
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    // Not compressed, which would take a tenth of the processor time.
    if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "identity");
    const response = await fetch(new URL(path, this.url), { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    const json = /json/.test(response.headers.get("Content-Type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : text,
      text,
    };
  }

  /** Calls the API with a JSON body, or with a form that has a file. */
  call<Method extends string, Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<BodyOf<Method, Path>>> {
    const isJson = body !== undefined && !(body instanceof FormData);
    return this.fetch(path, {
      method,
      headers: { ...(isJson && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    }) as Promise<Answer<BodyOf<Method, Path>>>;
  }

  get<Path extends string>(
    path: Path,
    headers: Record<string, string> = {},
  ): Promise<Answer<BodyOf<"GET", Path>>> {
    return this.call("GET", path, undefined, headers);
  }

  /** Reads the page of a list after this one. */
  async next<Body>({ headers }: Answer<Body>): Promise<Answer<Body>> {
    const path = nextPath(headers);
    if (path === undefined) throw new Error("this was the last page");
    return (await this.get(path)) as Answer<Body>;
  }

  /** Reads all pages of a list. */
  async getPages<Path extends string>(path: Path): Promise<Answer<BodyOf<"GET", Path>>[]> {
    const pages = [await this.get(path)];
    for (let last = pages[0]; last && nextPath(last.headers) !== undefined; pages.push(last))
      last = await this.next(last);
    return pages;
  }

  /** Posts a form as a browser without scripts does on our own page. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.fetch(path, {
      method: "POST",
      headers: { Origin: new URL(this.url).origin, ...headers },
      body: new URLSearchParams(fields),
    });
  }
}
