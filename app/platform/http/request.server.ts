import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import { type BodyRules, readHandle } from "#app/ui/page-handle.ts";
import { areaOff, isAddressOn } from "./area-switch.server.ts";
import { isFileUpload, readBody } from "./body.server.ts";
import { isMultipart, multipartType, parseMediaType, readBoundary } from "./media-type.server.ts";
import { HttpError, problem } from "./problem.server.ts";
import { isApiPath, type RequestContext } from "./request-context.server.ts";
import type { KnownRoute, RouteTable } from "./route-table.server.ts";

const maxUrlLength = 8_192;

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const routedMethods = ["POST", "PUT", "DELETE", "OPTIONS"];

const maxFields = 100;
const maxValueLength = 100_000;

/** Responds with the error page on a route that has no page, such as a file's. */
export function refuseWithPage(requestContext: RequestContext, error: HttpError): Response {
  requestContext.rejection = error;
  return problem(error);
}

/** Reads the body, except files. If it refuses a page, returns a GET for the error page. @throws on an invalid URL */
export async function readRequest(
  req: IncomingMessage,
  res: ServerResponse,
  requestContext: RequestContext,
  routes: RouteTable<KnownRoute>,
): Promise<Request> {
  const { protocol, host } = new URL(requestContext.origin);
  const url = `${requestContext.origin}${req.url}`;
  if (new URL(url).origin !== requestContext.origin) throw new Error("not a path");
  try {
    checkAddress(req, requestContext, routes);
    const isApi = isApiPath(requestContext.pathname);
    if (!isRead(req) && !isApi) checkPageRequest(req, requestContext);
    const rules = isRead(req) ? {} : (readHandle(routes.find(requestContext.pathname)?.route).body ?? {});
    if (isRead(req) || isFileUpload(req, rules)) {
      const request = createRequest(req, res, { protocol, host });
      return isApi && req.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
    }
    return await readBodyRequest(req, url, requestContext, rules);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    refuseWithPage(requestContext, isAddressOn(requestContext.pathname) ? error : areaOff());
    return errorPageRequest(requestContext, req.headers.cookie);
  }
}

/** Allows data requests for pages only, because the router buffers their responses. @throws HttpError 414, 404, 405 */
function checkAddress(
  req: IncomingMessage,
  requestContext: RequestContext,
  routes: RouteTable<KnownRoute>,
): void {
  const { pathname, isCanonical } = requestContext;
  const hasPage = routes.find(pathname)?.route.hasPage ?? false;
  // `submitForm` refuses a page's form, with what was typed.
  if (!isAddressOn(pathname) && (isRead(req) || isApiPath(pathname) || !hasPage)) throw areaOff();
  if ((req.url ?? "").length > maxUrlLength) throw new HttpError(414);
  if (!isCanonical) throw new HttpError(404);
  if (isRead(req) && !pathname.endsWith(".data")) return;
  if (!isRead(req) && isApiPath(pathname) && hasPage) throw new HttpError(405);
  if (!pathname.endsWith(".data") || hasPage) return;
  if (isRead(req) || isApiPath(pathname)) throw new HttpError(404);
}

function checkPageRequest(req: IncomingMessage, { origin }: RequestContext): void {
  if (req.method !== "POST") throw new HttpError(405);
  if (req.headers.origin !== undefined && req.headers.origin !== origin) {
    throw new HttpError(403, "This form was not sent from our own pages.");
  }
}

async function readBodyRequest(
  req: IncomingMessage,
  url: string,
  { pathname }: RequestContext,
  rules: BodyRules,
) {
  const body = await readBody(req, rules);
  const headers = new Headers(
    Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const isPage = !isApiPath(pathname);
  if (isPage && body.length === 0) headers.set("Content-Type", formType);
  // The router would refuse other methods without `Allow`. No call supports PATCH, so it gets our 405.
  const method = req.method && routedMethods.includes(req.method) ? req.method : "PATCH";
  if (isPage) headers.set("Content-Type", await checkForm(headers.get("Content-Type"), body));
  return new Request(url, { method, headers, body: new Uint8Array(body) });
}

const formType = "application/x-www-form-urlencoded";

/** Returns the content type in a form that all parsers agree on. @throws HttpError 415, 413, 400 */
async function checkForm(sentType: string | null, body: Buffer): Promise<string> {
  if (parseMediaType(sentType)?.type === formType) {
    if (hasMoreThan(maxFields, body, "&")) throw new HttpError(413);
    return formType;
  }
  if (!isMultipart(sentType)) throw new HttpError(415);
  const boundary = readBoundary(sentType);
  if (boundary === null) throw new HttpError(400);
  if (hasMoreThan(maxFields + 1, body, `--${boundary}`)) throw new HttpError(413);
  const contentType = multipartType(boundary);
  try {
    await new Response(new Uint8Array(body), { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw new HttpError(400);
  }
  return contentType;
}

/** Stops counting at the limit, so that a body full of separators is cheap. */
function hasMoreThan(max: number, body: Buffer, separator: string): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    if (++count > max) return true;
  }
  return false;
}

/** Reads only listed fields, the last text of each that is not in `lists`: libraries build objects from names such as `skills[9999999]`. */
export const readForm = async (request: Request, names: readonly string[]): Promise<FormData> =>
  pickFields(await request.formData(), names);

export function pickFields(
  sent: FormData,
  names: readonly string[],
  lists: readonly string[] = [],
): FormData {
  const form = new FormData();
  for (const name of names)
    for (const value of sent.getAll(name).slice(lists.includes(name) ? 0 : -1))
      if (typeof value === "string") form.append(name, value.slice(0, maxValueLength).toWellFormed());
  return form;
}

/** Renders the error page in the shell: a GET for an address without a route. */
export function errorPageRequest({ origin }: RequestContext, cookie: string | null | undefined): Request {
  return new Request(`${origin}/refused`, { headers: cookie ? { Cookie: cookie } : {} });
}
