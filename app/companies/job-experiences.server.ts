import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { listExperiences } from "./experiences.server.ts";
import { presentExperience } from "./present.server.ts";
import { companyHref } from "./texts.ts";

const shownWithJob = 3;

/** The address of the form, filled in from a job. The stored experience does not name the job. */
export const shareHref = ({ companyName, title }: { companyName: string; title: string }) =>
  `/experiences/new?${new URLSearchParams({ company: companyName, role: title })}`;

/** The newest experiences with a job's company. */
export async function loadExperiences(reader: Viewer, job: { companyName: string; title: string }) {
  const filter = { company: job.companyName };
  const { page } = await listExperiences(filter, reader, {
    limit: shownWithJob,
    before: Number.MAX_SAFE_INTEGER,
  });
  return {
    company: job.companyName,
    href: companyHref(job.companyName),
    shareHref: shareHref(job),
    rows: page.map(presentExperience),
  };
}
