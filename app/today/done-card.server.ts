import { type RouterContextProvider, redirect } from "react-router";
import { signedCookie } from "#app/platform/auth/signed-cookie.server.ts";
import { getRequestContext, type RequestContext } from "#app/platform/http/request-context.server.ts";
import type { Flash } from "#app/ui/flash.tsx";
import type { TodayContent } from "./present.server.ts";

/** A card that the member has just finished. It keeps its position until the next visit. */
export interface DoneCard extends Pick<Flash, "text" | "link"> {
  id: string;
  position: number;
  /** Null if it was already finished. */
  card: TodayContent["cards"][number] | null;
  /** The `intent` of the form that undoes it. */
  undo: "undo" | "bring-back" | null;
}

const maxAgeSeconds = 60;

const doneCookie = (requestContext: RequestContext) =>
  signedCookie(requestContext, "done-card", maxAgeSeconds);

export async function redirectWithDone(
  context: Readonly<RouterContextProvider>,
  done: DoneCard,
): Promise<Response> {
  const requestContext = getRequestContext(context);
  requestContext.cookies.push(await doneCookie(requestContext).serialize(done));
  return redirect("/", 303);
}

export async function takeDone(requestContext: RequestContext, request: Request): Promise<DoneCard | null> {
  const cookie = doneCookie(requestContext);
  const done: DoneCard | null = await cookie.parse(request.headers.get("Cookie"));
  if (done) requestContext.pageCookies.push(await cookie.serialize("", { maxAge: 0 }));
  return done;
}
