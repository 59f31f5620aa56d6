import { type RouterContextProvider, redirect } from "react-router";
import type { Flash } from "#app/ui/flash.tsx";
import type { BinSubject } from "#db/vocabulary.ts";
import { signedCookie } from "../auth/signed-cookie.server.ts";
import { flashCookieName } from "../http/cookies.server.ts";
import { getRequestContext, isPrefetch, type RequestContext } from "../http/request-context.server.ts";

const maxAgeSeconds = 60;
const maxTitleLength = 40;

/** Returns a title to end a sentence with: cut to 40 characters with "…", or whole with a full stop. */
export function endWithTitle(title: string): string {
  const letters = Array.from(title);
  return letters.length > maxTitleLength
    ? `${letters
        .slice(0, maxTitleLength - 1)
        .join("")
        .trimEnd()}…`
    : `${title}.`;
}

/** Readable by scripts, because `Toasts` checks for it and deletes it. */
const flashCookie = (requestContext: RequestContext) =>
  signedCookie(requestContext, flashCookieName, maxAgeSeconds, { httpOnly: false });

/** Shows a message once, on the page of the redirect. @param to a local path; `flash.at` becomes its fragment */
export async function redirectWithFlash(
  context: Readonly<RouterContextProvider>,
  to: string,
  flash: Flash,
): Promise<Response> {
  const requestContext = getRequestContext(context);
  requestContext.cookies.push(
    await flashCookie(requestContext).serialize({ ...flash, id: requestContext.id }),
  );
  return redirect(flash.at ? `${to}#${flash.at}` : to, 303);
}

/** The Undo of a deletion, which restores it from the bin. */
export const undoDeletion = (subject: BinSubject, id: number | string) => ({
  action: "/bin",
  fields: { intent: "restore", subject, id: String(id) },
});

/**
 * A document response deletes the flash. A data response may never be shown, so scripts delete its flash once they show
 * the toast.
 */
export async function takeFlash(requestContext: RequestContext, request: Request): Promise<Flash | null> {
  const cookie = flashCookie(requestContext);
  const header = request.headers.get("Cookie");
  if (!header?.includes(flashCookieName) || isPrefetch(request)) return null;
  const flash: Flash | null = await cookie.parse(header);
  const isDocument = !requestContext.pathname.endsWith(".data");
  if (isDocument) requestContext.pageCookies.push(await cookie.serialize("", { maxAge: 0 }));
  return flash;
}
