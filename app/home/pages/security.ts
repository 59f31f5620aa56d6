import { env } from "#app/platform/env.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import type { Route } from "./+types/security.ts";

/** RFC 9116 recommends an expiry of less than a year. */
const lifetimeDays = 180;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = getRequestContext(context);
  const address = /[^\s<>"]+@[^\s<>"]+/.exec(env.MAIL_FROM ?? "")?.[0];
  const expires = new Date((Math.floor(Date.now() / dayMs) + lifetimeDays) * dayMs);
  const lines = [
    ...(address ? [`Contact: mailto:${address}`] : []),
    `Contact: ${origin}/feedback`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
