import { type RouterContextProvider, redirect } from "react-router";
import { signedCookie } from "../auth/signed-cookie.server.ts";
import { toldCookieName } from "../http/cookies.server.ts";
import { getRequestContext, type RequestContext } from "../http/request-context.server.ts";
import type { Told } from "../ui/flash.tsx";

const maxAgeSeconds = 60;

const toldCookie = (requestContext: RequestContext) =>
  signedCookie(requestContext, toldCookieName, maxAgeSeconds);

/** Tells once, on the page where the sender lands. @param to a path of ours; with `told.at` its fragment leads there */
export async function redirectAndTell(
  context: Readonly<RouterContextProvider>,
  to: string,
  told: Told,
): Promise<Response> {
  const requestContext = getRequestContext(context);
  requestContext.cookies.push(await toldCookie(requestContext).serialize(told));
  return redirect(told.at ? `${to}#${told.at}` : to, 303);
}

export async function takeTold(requestContext: RequestContext, request: Request): Promise<Told | null> {
  const cookie = toldCookie(requestContext);
  const header = request.headers.get("Cookie");
  if (!header?.includes(toldCookieName)) return null;
  const told: Told | null = await cookie.parse(header);
  requestContext.pageCookies.push(await cookie.serialize("", { maxAge: 0 }));
  return told;
}
