import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { getRequestContext } from "./http/request-context.server.ts";
import { createBufferedResponse } from "./http/response.server.ts";
import { log } from "./log.server.ts";

export const streamTimeout = 5_000;

/** Renders a page. Its data is complete before rendering starts, so the page is sent in one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-cache");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  // In development there is no policy, and React would warn about a nonce that nothing needs.
  const nonce = process.env.NODE_ENV === "production" ? getRequestContext(loadContext).nonce : undefined;
  await completeData(routerContext);
  const html = renderToString(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />);
  return createBufferedResponse(Buffer.from(`<!DOCTYPE html>${lowerPreloads(html)}`), { status, headers });
}

/**
 * Lets a page's scripts wait for its styles: React Router preloads modules at the high priority of what blocks
 * rendering, and on a slow connection they share its width. Text cannot look like this tag, because its `<` is escaped.
 */
const lowerPreloads = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');

/**
 * Reads the data for hydration to its end, which our loaders never make wait. React then has nothing to wait for, and
 * renders into one string: half the work of its stream of small chunks (docs/performance.md).
 */
async function completeData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  const decoder = new TextDecoder();
  let value = "";
  const reader = serverHandoffStream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    value += decoder.decode(part.value, { stream: true });
  }
  reader.releaseLock();
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) };
}

/** Logs what a loader or action threw by accident. Refusals they meant to throw (a 404 and the like) are no errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = getRequestContext(context as RouterContextProvider).id;
  log.error({ requestId, err: error }, "page failed");
};
