import { redirect } from "react-router";
import { db, jobs } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { getViewer } from "../../auth/guards.server.ts";
import { findInitiator, getRequestContext } from "../../http/request-context.server.ts";
import { noteOpening } from "../../jobs/tracking.server.ts";
import { today } from "../../time/time.server.ts";
import type { Route } from "./+types/apply.ts";
import { hasId, jobNotFound } from "./find-job.server.ts";

/** Leads to the stored link of a job that is open, and notes once that a member went there. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const [job] = await db
    .select({
      id: jobs.id,
      method: jobs.applicationMethod,
      link: jobs.applicationLink,
      isOpen: isOpenJob(today()),
    })
    .from(jobs)
    .where(hasId(params.id));
  if (!job) throw jobNotFound();
  if (!job.isOpen || job.method !== "website" || !job.link) return redirect(`/jobs/${job.id}?apply=1`);
  // Another site's link, or a page that is loaded ahead, opens nothing.
  const isOwn = findInitiator(request, getRequestContext(context)) === "own-page";
  if (viewer && isOwn && !request.headers.get("Sec-Purpose")?.includes("prefetch"))
    await noteOpening(viewer.id, job.id);
  return redirect(job.link, { headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } });
}
