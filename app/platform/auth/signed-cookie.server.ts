import { type Cookie, createCookie } from "react-router";
import { env } from "../env.server.ts";
import { hostCookieName } from "../http/cookies.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";

export function signedCookie(
  requestContext: RequestContext,
  name: string,
  maxAge: number,
  { httpOnly = true } = {},
): Cookie {
  return createCookie(hostCookieName(requestContext, name), {
    httpOnly,
    secure: requestContext.isSecure,
    maxAge,
    // The name is part of the secret, so that one cookie's value is not accepted as another's.
    secrets: [`${name}:${env.SESSION_SECRET}`],
  });
}
