import { and } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { hasFile, requireSender, submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, stack } from "#app/ui/styles/layout.css.ts";
import { db, jobs } from "#db/index.ts";
import { canEditJob } from "#db/scopes/jobs.ts";
import { logoUrl } from "../input.server.ts";
import { explainRejection } from "../jobs.server.ts";
import { removeLogo, storeJobLogo } from "../logo.server.ts";
import type { Route } from "./+types/logo.ts";
import { hasId, jobNotFound } from "./find-job.server.ts";
import { logoFormTexts as texts } from "./job-form-texts.ts";
import { LogoForm } from "./logo-form.tsx";

export const handle = {
  title: "Company logo",
  failed: "Failed to load job opportunity",
  body: { hasFile: true },
};

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params;
  const viewer = await requireViewer(args);
  const [job] = await db
    .select({ company: jobs.companyName, file: jobs.companyLogo })
    .from(jobs)
    .where(and(hasId(id, viewer.id), canEditJob(viewer)));
  if (!job) throw await explainRejection(viewer, toId(id), jobNotFound());
  return { id, company: job.company, logo: job.file && logoUrl(job.file) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  const lead = (text: string) => redirectWithFlash(args.context, `/jobs/${id}`, { text });
  const options = { fields: ["logo"], texts, mayHaveFile: true };
  if (!hasFile(args.request)) {
    return submitForm(
      args,
      { ...options, auth: "member" },
      {
        remove: async (_, viewer) => {
          if (!(await removeLogo(viewer, toId(id))))
            throw await explainRejection(viewer, toId(id), jobNotFound());
          return lead("The logo is removed.");
        },
      },
    );
  }
  return submitForm(args, { ...options, auth: "anyone" }, async () => {
    const session = await requireSender(args, texts.loggedOut);
    if (!(await storeJobLogo(args.request, session, toId(id))))
      throw await explainRejection(session.viewer, toId(id), jobNotFound());
    return lead("The logo is saved. Your next job at this company will have it too.");
  });
};

export const clientAction = preserveForm(texts);

export default function Logo({ loaderData: { id, company, logo } }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <div>
        <Back to={`/jobs/${id}`}>Back to the job</Back>
        <Title heading>Company logo</Title>
      </div>
      <LogoForm company={company} logo={logo} canRemove={logo !== null} />
    </div>
  );
}
