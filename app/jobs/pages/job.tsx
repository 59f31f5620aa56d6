import { redirect } from "react-router";
import { loadExperiences } from "#app/companies/job-experiences.server.ts";
import { JobExperiences } from "#app/companies/job-experiences.tsx";
import { removalSchema } from "#app/moderation/report-input.server.ts";
import { presentName, presentPerson } from "#app/people/person.server.ts";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { coverShareUrl } from "#app/ui/covers/cover.ts";
import { Alert } from "#app/ui/forms/field.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { Share } from "#app/ui/share.tsx";
import { explainRejection } from "../jobs.server.ts";
import { listReferrers } from "../referrals.server.ts";
import { trackingFields, trackingSchema } from "../tracking-input.server.ts";
import { describeCounts } from "../tracking-texts.ts";
import type { Route } from "./+types/job.ts";
import { ApplyButton, Relation } from "./apply-button.tsx";
import { Contact } from "./contact.tsx";
import { jobNotFound } from "./find-job.server.ts";
import * as styles from "./job.css.ts";
import { type JobAct, jobActs } from "./job-actions.server.ts";
import { JobDetails, JobHead } from "./job-details.tsx";
import { jobFormTexts as texts } from "./job-form-texts.ts";
import { ManageJob, SaveButton } from "./manage-job.tsx";
import { asksForMoney, moneyWarning } from "./money-warning.server.ts";
import { presentOwnApplication } from "./own-application.server.ts";
import { OwnApplication } from "./own-application.tsx";
import { describePoster } from "./poster-line.server.ts";
import { presentContact, presentJobDetails, presentTracking } from "./present-job.server.ts";
import { countInterest, findJob } from "./read-job.server.ts";
import { Referrals } from "./referrals.tsx";
import { serializeJobPosting } from "./structured-data.server.ts";
import { Tracking } from "./tracking.tsx";

const trackingRules = getFieldRules(trackingFields);

export const handle = {
  scripts: "members",
  cache: { params: ["apply"], varyBy: "guests" },
  offline: "renewed",
  title: "Job opportunity",
  failed: "Failed to load job opportunity",
};

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const job = await findJob(viewer, toId(params.id));
  if (!job) throw jobNotFound();
  const presented = presentJobDetails(job);
  const isPoster = job.postedBy === viewer?.id;
  const counts = isPoster ? await countInterest(job.id) : null;
  const referrers = viewer ? await listReferrers(viewer.id, job.id) : [];
  return {
    ...presented,
    poster: viewer ? presentPerson(job.poster) : presentName(job.poster.name),
    posterLine: viewer && describePoster(job.poster, job.companyName),
    isHidden: job.hiddenAt !== null,
    warning: asksForMoney([job.title, job.description, job.education, job.companyDescription])
      ? moneyWarning
      : null,
    isPoster,
    isSaved: viewer && job.isSaved,
    url: `${url.origin}/jobs/${job.id}`,
    shareImage: coverShareUrl(job.title, String(job.id)),
    contact: viewer && presentContact(job),
    canEdit: job.canEdit,
    canReport: viewer !== null && job.postedBy !== viewer.id,
    tracking: viewer && { ...presentTracking(job.tracking), rules: trackingRules },
    application: job.application && presentOwnApplication(job.application),
    applications:
      counts && (presented.isHere || counts.applications > 0)
        ? { all: counts.applications, waiting: counts.waitingApplications }
        : null,
    counts: counts && describeCounts(counts),
    canRefer: job.canRefer,
    isReferrer: referrers.some(({ id }) => id === viewer?.id),
    referrers: referrers
      .filter(({ id }) => id !== viewer?.id)
      .map((row) => ({ id: row.id, person: presentPerson(row) })),
    experiences:
      viewer && isAreaOn("experiences")
        ? await queryOrNull(context, () => loadExperiences(viewer, job))
        : null,
    isClosedByPoster: job.closedAt !== null,
    // The Apply button of a job without a link leads here.
    lacksApplyLink:
      url.searchParams.has("apply") && job.isOpen && !presented.isInPerson && !presented.applyHref,
    // Search engines read the page as guests.
    structuredData: !viewer && job.isOpen ? serializeJobPosting(job, url.origin) : null,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  const press = (intent: JobAct) => async (form: PostedForm, viewer: Viewer) => {
    const removal = form.parse(removalSchema);
    const done = await jobActs[intent](viewer, id, {
      ...removal,
      tracking: () => form.parse(trackingSchema),
    });
    if (!done) throw await explainRejection(viewer, toId(id), jobNotFound());
    const { text, undo, to } = done;
    if (to) return redirect(to, 303);
    if (intent === "delete")
      return redirectWithFlash(args.context, "/jobs", { text, undo: undoDeletion("job", id) });
    // Cards in My jobs send their page's address, to return to it.
    const back = form.text("back") && safeRedirect(form.text("back"));
    return redirectWithFlash(args.context, back || `/jobs/${id}`, {
      text,
      ...(back && intent !== "forget" && { at: `job-${id}` }),
      ...(undo && {
        undo: {
          action: `/jobs/${id}`,
          fields: { intent: undo, ...(undo === "track" && { state: "" }), ...(back && { back }) },
        },
      }),
    });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["back", "reason", "state", "note"], texts },
    {
      save: press("save"),
      forget: press("forget"),
      refer: press("refer"),
      unrefer: press("unrefer"),
      track: press("track"),
      applied: press("applied"),
      "not-applied": press("not-applied"),
      "say-how": press("say-how"),
      "not-say-how": press("not-say-how"),
      close: press("close"),
      reopen: press("reopen"),
      delete: press("delete"),
    },
  );
};

export const clientAction = preserveForm(texts);

export default function Job({ loaderData: job }: Route.ComponentProps) {
  return (
    <article className={styles.job}>
      {!job.canEdit && <FormAlert />}
      <Title description={`${job.company}: ${job.facts.join(", ")}`}>{job.title}</Title>
      {job.structuredData && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: job.structuredData }} />
      )}
      <Back to="/jobs" className={styles.back}>
        All opportunities
      </Back>
      <JobHead job={job} />
      {job.isHidden && (
        <p className={styles.warning}>
          This job is hidden: several members reported that it asks for money. Only its poster, administrators
          and moderators see it until they decide.
        </p>
      )}
      {job.posterLine && <p className={styles.poster}>{job.posterLine}</p>}
      {job.warning && <p className={styles.warning}>{job.warning}</p>}
      <Alert texts={job.lacksApplyLink ? ["Application link not available for this job."] : null} />
      <div className={styles.apply}>
        {job.applications ? (
          <>
            <ButtonLink to={`/jobs/${job.id}/applications`}>
              {job.applications.waiting > 0
                ? `Applications: ${job.applications.waiting} to answer`
                : `Applications (${job.applications.all})`}
            </ButtonLink>
            <Relation to="yours" />
          </>
        ) : (
          <ApplyButton job={job} isMember={job.tracking !== null} variant="primary" size="md" />
        )}
        {job.isSaved !== null && <SaveButton isSaved={job.isSaved} />}
        <Share title={job.title} url={job.url} />
      </div>
      {job.application && <OwnApplication application={job.application} />}
      {job.tracking && !job.isPoster && <Tracking tracking={job.tracking} />}
      <JobDetails job={job} />
      <Referrals job={job} />
      <Contact job={job} />
      {job.experiences && (
        <JobExperiences experiences={job.experiences} className={`${styles.part} ${styles.experiences}`} />
      )}
      {job.canEdit && <FormAlert />}
      {job.canEdit && <ManageJob job={job} />}
    </article>
  );
}
