import type { RequestContext } from "./request-context.server.ts";

/** One cookie of a request, as it was sent. */
export function readCookie(request: Request, name: string): string | undefined {
  const prefix = `${name}=`;
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const text = part.trim();
    if (text.startsWith(prefix)) return text.slice(prefix.length);
  }
  return undefined;
}

/** The name with `__Host-` under https, where it keeps sibling domains from setting the cookie. */
export const hostCookieName = ({ isSecure }: RequestContext, name: string): string =>
  isSecure ? `__Host-${name}` : name;

/** Sends an HttpOnly cookie with the response. A `maxAge` of 0 seconds removes it. */
export function setCookie(requestContext: RequestContext, name: string, value: string, maxAge: number): void {
  const secure = requestContext.isSecure ? "; Secure" : "";
  requestContext.cookies.push(`${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`);
}
