import { and, desc, eq } from "drizzle-orm";
import { isAddressOn } from "#app/platform/http/area-switch.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { arePublic } from "#app/questions/access.server.ts";
import { listQuestions } from "#app/questions/read.server.ts";
import { questionPath } from "#app/questions/slug.ts";
import { db, events, jobs, resourceCategories, resources } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import type { Route } from "./+types/sitemap.ts";

const pages = [
  "/",
  "/jobs",
  "/companies",
  "/events",
  "/resources",
  "/resources/browse",
  "/this-week",
  "/about",
  "/login",
  "/register",
];
/** Only this many of each kind are listed, newest first. */
const maxPerKind = 1_000;

/** Every public page, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = getRequestContext(context);
  const { open, dates, files, categories } = await namedBatch({
    open: db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isListedJob, isOpenJob(today())))
      .orderBy(desc(jobs.id))
      .limit(maxPerKind),
    dates: db.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(maxPerKind),
    files: db.select({ id: resources.id }).from(resources).orderBy(desc(resources.id)).limit(maxPerKind),
    categories: db
      .select({ slug: resourceCategories.slug })
      .from(resourceCategories)
      .where(eq(resourceCategories.isHidden, false))
      .limit(maxPerKind),
  });
  const asked = arePublic ? (await listQuestions({ sort: "newest" }, null, { limit: maxPerKind })).page : [];
  const paths = [
    ...pages,
    ...categories.map(({ slug }) => `/resources/category/${slug}`),
    ...open.map(({ id }) => `/jobs/${id}`),
    ...dates.map(({ id }) => `/events/${id}`),
    ...asked.map(questionPath),
    ...files.map(({ id }) => `/resources/${id}`),
  ];
  const urls = paths.filter(isAddressOn).map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
