import type { RouterContextProvider } from "react-router";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";

/** Runs a query. A failure is logged under the request's id and returns null. */
export async function tryQuery<T>(
  context: Readonly<RouterContextProvider>,
  query: () => PromiseLike<T>,
): Promise<T | null> {
  try {
    return await query();
  } catch (error) {
    const { id: requestId, pathname: path } = getRequestContext(context);
    log.error({ requestId, path, err: error }, "jobs query failed");
    return null;
  }
}
