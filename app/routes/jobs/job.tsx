import { and, eq, getTableColumns } from "drizzle-orm";
import { data, Form, Link, redirect } from "react-router";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, jobs, users } from "#db/index.ts";
import { canEditJob, isOpenJob } from "#db/scopes/jobs.ts";
import { getViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { requireSender, submitForm } from "../../forms/submit.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { toId } from "../../schemas/fields.ts";
import { today } from "../../time.server.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmDelete } from "../../ui/confirm-delete.tsx";
import { Alert } from "../../ui/field.tsx";
import type { FormFailure } from "../../ui/form.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/job.ts";
import { ApplyButton } from "./apply-button.tsx";
import { Contact } from "./contact.tsx";
import { explainRejection, hasId, jobNotFound } from "./find-job.server.ts";
import * as styles from "./job.css.ts";
import { jobFormTexts as texts } from "./job-form-texts.ts";
import { formatExperience, presentJob } from "./present-job.server.ts";
import { serializeJobPosting } from "./structured-data.server.ts";

export const handle = { cache: { params: ["apply"], varyBy: "guests" } };

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const rows = await queryOrNull(context, () =>
    db
      .select({
        ...getTableColumns(jobs),
        posterName: users.name,
        isOpen: isOpenJob(today()),
        canEdit: canEditJob(viewer),
      })
      .from(jobs)
      .innerJoin(users, eq(users.id, jobs.postedBy))
      .where(hasId(params.id)),
  );
  if (!rows) return null;
  const [job] = rows;
  if (!job) throw jobNotFound();
  const presented = presentJob(job);
  return {
    ...presented,
    industry: job.industry,
    description: job.description,
    skills: job.requiredSkills,
    experience: formatExperience(job),
    education: job.education,
    website: job.companyWebsite,
    about: job.companyDescription,
    poster: { id: String(job.postedBy), name: job.posterName, isViewer: job.postedBy === viewer?.id },
    contact: viewer && { name: job.contactName, email: job.contactEmail, phone: job.contactPhone },
    canEdit: job.canEdit,
    canReport: viewer !== null && job.postedBy !== viewer.id,
    isClosedByPoster: job.closedAt !== null,
    // An Apply button without a link leads here.
    lacksApplyLink:
      url.searchParams.has("apply") && job.isOpen && !presented.isInPerson && !presented.applyHref,
    structuredData: job.isOpen ? serializeJobPosting(job, url.origin) : null,
  };
}

export const clientLoader = withFallback(() => null);

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { fields: ["intent"], texts }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    const intent = form.text("intent");
    if (intent !== "close" && intent !== "reopen" && intent !== "delete") {
      throw data("This page does not have that button.", 400);
    }
    const jobId = args.params.id;
    const isEditable = and(hasId(jobId), canEditJob(viewer));
    const id = { id: jobs.id };
    const verb = { close: "closed", reopen: "reopened", delete: "removed" }[intent];
    const [, changed] = await db.batch([
      insertAuditEntryUnlessOwn({ viewer, verb, kind: "job", id: toId(jobId) }),
      intent === "delete"
        ? db.delete(jobs).where(isEditable).returning(id)
        : db
            .update(jobs)
            .set({ closedAt: intent === "close" ? Date.now() : null })
            .where(isEditable)
            .returning(id),
    ]);
    if (changed.length === 0) throw await explainRejection(jobId);
    return redirect(intent === "delete" ? "/jobs" : `/jobs/${jobId}`, 303);
  });

export const clientAction = keepForm(texts);

type PresentedJob = NonNullable<Route.ComponentProps["loaderData"]>;

export default function Job({ loaderData: job, actionData }: Route.ComponentProps) {
  return (
    <article className={styles.job}>
      {!job?.canEdit && <FormAlert failure={actionData?.failure} />}
      {job ? (
        <JobDetails job={job} failure={actionData?.failure} />
      ) : (
        <LoadFailure text="Failed to load job opportunity" />
      )}
    </article>
  );
}

function JobDetails({ job, failure }: { job: PresentedJob; failure: FormFailure | undefined }) {
  return (
    <>
      <Title description={`${job.company}: ${job.facts.join(", ")}`}>{job.title}</Title>
      {job.structuredData && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: job.structuredData }} />
      )}
      <Link to="/jobs" className={styles.back}>
        All opportunities
      </Link>
      <header className={styles.head}>
        <Avatar name={job.company} avatarUrl={job.logo} size="lg" square />
        <div className={styles.headText}>
          <h1>{job.title}</h1>
          <p className={styles.company}>{job.company}</p>
        </div>
      </header>
      <p className={job.isOpen ? styles.accepting : styles.closed}>
        {job.isOpen ? "Accepting applications" : "Applications closed"} · {job.posted}
        {job.deadline && ` · ${job.isOpen ? "until" : "ended"} ${job.deadline}`}
      </p>
      <Alert texts={job.lacksApplyLink ? ["Application link not available for this job."] : null} />
      <p className={styles.apply}>
        <ApplyButton job={job} variant="primary" size="lg" />
      </p>

      <Facts job={job} />
      <section className={styles.part}>
        <h2>About the work</h2>
        <p className={styles.prose}>
          <LinkedText text={job.description} />
        </p>
      </section>
      {(job.about || job.website) && (
        <section className={styles.part}>
          <h2>About {job.company}</h2>
          {job.about && (
            <p className={styles.prose}>
              <LinkedText text={job.about} />
            </p>
          )}
          {job.website && (
            <p>
              <a href={job.website} target="_blank" rel="noreferrer nofollow">
                {job.website.replace(/^https?:\/\//, "").replace(/\/$/, "")}
              </a>
            </p>
          )}
        </section>
      )}
      <Contact job={job} />
      {job.canEdit && <FormAlert failure={failure} />}
      {job.canEdit && <ManageJob job={job} />}
    </>
  );
}

function Facts({ job }: { job: PresentedJob }) {
  const [locations, workplace, type, salary] = job.facts;
  const facts = [
    ["Type", type],
    ["Workplace", workplace],
    ["Location", locations],
    ["Salary", salary],
    ["Industry", job.industry],
    ["Experience", job.experience],
    ["Education", job.education],
    ["Skills", job.skills.join(", ")],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ManageJob({ job }: { job: PresentedJob }) {
  return (
    <section className={styles.manage} aria-label="Manage this job">
      <ButtonLink to={`/jobs/${job.id}/edit`} variant="outline">
        Edit
      </ButtonLink>
      <Form method="post" preventScrollReset>
        <Button variant="outline" name="intent" value={job.isClosedByPoster ? "reopen" : "close"}>
          {job.isClosedByPoster ? "Reopen applications" : "Close applications"}
        </Button>
      </Form>
      <ConfirmDelete warning="This can't be undone." label="Delete this job" />
    </section>
  );
}
