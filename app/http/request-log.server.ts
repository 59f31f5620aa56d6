import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "../log.server.ts";
import type { RequestContext } from "./request-context.server.ts";

/** Members may be hidden here, so the log gets neither their address nor a path that names a conversation. */
const anonymousPaths = /^\/(api\/)?(messages|anonymous)|^\/realtime/;

/** Writes the log line of a request when its response has been sent or its connection is gone. */
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
