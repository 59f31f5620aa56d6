import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "../log.server.ts";
import type { RequestContext } from "./request-context.server.ts";

/** Where a member may be hidden: these lines hold no address, and no path that names a conversation. */
const anonymousPaths = /^\/(api\/)?(messages|anonymous)|^\/realtime/;

/** Writes the log line of a request once its connection is done with it. */
export function logRequest(req: IncomingMessage, res: ServerResponse, requestContext: RequestContext): void {
  const started = performance.now();
  const { id, pathname, address } = requestContext;
  res.once("close", () => {
    const hidden = anonymousPaths.exec(pathname)?.[0];
    log.info(
      {
        requestId: id,
        method: req.method,
        path: hidden ? `${hidden}…` : pathname,
        status: res.headersSent ? res.statusCode : 0,
        ms: Math.round(performance.now() - started),
        ...(!hidden && { address }),
      },
      "request",
    );
  });
}
