import type { RequestContext } from "./request-context.server.ts";

export function readCookie(
  request: { headers: Pick<Headers, "get"> } | string,
  name: string,
): string | undefined {
  const prefix = `${name}=`;
  const header = typeof request === "string" ? request : (request.headers.get("Cookie") ?? "");
  for (const part of header.split(";")) {
    const text = part.trim();
    if (text.startsWith(prefix)) return text.slice(prefix.length);
  }
  return undefined;
}

export function readChoices(request: Request | string): {
  theme: "light" | "dark" | null;
  hasNoScripts: boolean;
} {
  const theme = readCookie(request, "theme");
  return {
    theme: theme === "light" || theme === "dark" ? theme : null,
    hasNoScripts: readCookie(request, "scripts") === "off",
  };
}

export const flashCookieName = "flash";

/** Adds `__Host-` under https, so that sibling domains cannot set the cookie. */
export const hostCookieName = ({ isSecure }: RequestContext, name: string): string =>
  isSecure ? `__Host-${name}` : name;

export function setCookie(requestContext: RequestContext, name: string, value: string, maxAge: number): void {
  const secure = requestContext.isSecure ? "; Secure" : "";
  requestContext.cookies.push(`${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`);
}
