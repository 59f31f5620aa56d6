import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouterContextProvider } from "react-router";
import { log } from "../process/log.server.ts";
import { getRequestContext, type RequestContext } from "./request-context.server.ts";

/** Paths with anonymous members or an alias. The log omits the IP address and the rest of the path. */
const anonymousPaths =
  /^\/(?:api\/|files\/)?(?:messages|anonymous|blocks|reports|questions|answers|comments|experiences)|^\/realtime|^\/api\/users(?=\/[^/]+\/block)|^.*?(?=anon(?:_|%(?:25)*5f))/i;

/** Paths whose rest is a secret. */
const secretPaths = /^\/+(?:join|calendar)\/+/i;

const retryAfterSeconds = "5";

export function logRequest(req: IncomingMessage, res: ServerResponse, requestContext: RequestContext): void {
  const started = performance.now();
  const { id, pathname, address } = requestContext;
  res.once("close", () => {
    if (pathname === "/healthz" && res.statusCode === 200) return;
    const hidden = anonymousPaths.exec(pathname)?.[0];
    const shown = hidden ?? secretPaths.exec(pathname)?.[0];
    log.info(
      {
        requestId: id,
        method: req.method,
        path: shown === undefined ? pathname : `${shown}…`,
        status: res.headersSent ? res.statusCode : 0,
        ms: Math.round(performance.now() - started),
        ...(hidden === undefined && { address }),
      },
      "request",
    );
  });
}

/** Returns null if the query fails, logs it and makes the response a 503. For pages that show what they could not load. */
export async function queryOrNull<T>(
  context: Readonly<RouterContextProvider>,
  query: () => PromiseLike<T>,
): Promise<T | null> {
  try {
    return await query();
  } catch (error) {
    const requestContext = getRequestContext(context);
    log.error({ requestId: requestContext.id, err: error }, "query failed");
    markIncomplete(requestContext);
    return null;
  }
}

/** Makes the response a 503, for a page with a missing part. */
export function markIncomplete(requestContext: RequestContext): void {
  requestContext.responseHeaders.set("Retry-After", retryAfterSeconds);
}
