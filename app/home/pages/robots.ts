import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { arePublic } from "#app/questions/access.server.ts";
import type { Route } from "./+types/robots.ts";

/** Pages for members, and pages that only redirect, are useless to a search engine. */
const closed = [
  "/admin",
  "/api",
  "/auth",
  "/messages",
  "/blocks",
  "/profile",
  "/anonymous-post",
  "/qa-threads",
  ...(arePublic ? [] : ["/questions"]),
  "/connections",
  "/developers",
  "/post-job",
  "/jobs/mine",
  "/resources/mine",
];

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${getRequestContext(context).origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
