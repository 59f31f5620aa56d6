import { and, eq, or, sql } from "drizzle-orm";
import { data, Form, Link, redirect } from "react-router";
import { db, jobs, users } from "#db/index.ts";
import { getViewer, requireViewer, type Viewer } from "../../auth/session.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { today } from "../../time.server.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/job.ts";
import { Apply } from "./apply.tsx";
import * as styles from "./job.css.ts";
import { formatExperience, presentJob } from "./present-job.server.ts";
import { serializeJobPosting } from "./structured-data.server.ts";

/** The jobs that a member may change: their own, and for administrators all. */
const canChange = (viewer: Viewer) =>
  or(eq(jobs.postedBy, viewer.id), viewer.isAdmin ? sql`true` : undefined);

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const id = parseId(params.id);
  const [row] = await db
    .select({ job: jobs, poster: users.name })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.postedBy))
    .where(eq(jobs.id, id ?? 0));
  if (!row) throw data("This job is not here any more.", 404);

  const { job, poster } = row;
  const words = presentJob(job, today());
  return {
    ...words,
    industry: job.industry,
    description: job.description,
    skills: job.requiredSkills,
    experience: formatExperience(job),
    education: job.education,
    website: job.companyWebsite,
    about: job.companyDescription,
    poster,
    contact: viewer && { name: job.contactName, email: job.contactEmail, phone: job.contactPhone },
    canChange: viewer !== null && (viewer.isAdmin || job.postedBy === viewer.id),
    closedByHand: job.closedAt !== null,
    // Asked for by an Apply button that had nowhere to lead.
    noWay: url.searchParams.has("apply") && words.open && !words.applyHref,
    structured: words.open ? serializeJobPosting(job, url.origin) : null,
  };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const viewer = await requireViewer({ request, context, url });
  const intent = (await request.formData()).get("intent");
  const mine = and(eq(jobs.id, parseId(params.id) ?? 0), canChange(viewer));
  const changed =
    intent === "delete"
      ? await db.delete(jobs).where(mine).returning({ id: jobs.id })
      : intent === "close" || intent === "reopen"
        ? await db
            .update(jobs)
            .set({ closedAt: intent === "close" ? Date.now() : null })
            .where(mine)
            .returning({ id: jobs.id })
        : null;
  if (changed === null) throw data("That button is not known here.", 400);
  if (changed.length === 0) throw await explainRejection(params.id);
  return redirect(intent === "delete" ? "/jobs" : `/jobs/${params.id}`, 303);
}

/** Why nothing was changed: there is no such job, or it is someone else's. */
async function explainRejection(id: string) {
  const [exists] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.id, parseId(id) ?? 0));
  return exists
    ? data("Only who posted a job may change it.", 403)
    : data("This job is not here any more.", 404);
}

export default function Job({ loaderData: job }: Route.ComponentProps) {
  return (
    <article className={styles.job}>
      <Title description={`${job.company}: ${job.facts.join(", ")}`}>{job.title}</Title>
      {job.structured && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped, for search engines
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: job.structured }} />
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
      <p className={job.open ? styles.accepting : styles.closed}>
        {job.open ? "Accepting applications" : "Applications closed"} · {job.posted}
        {job.deadline && ` · ${job.open ? "until" : "ended"} ${job.deadline}`}
      </p>
      <Alert texts={job.noWay ? ["Application link not available for this job."] : null} />
      <p className={styles.apply}>
        <Apply job={job} variant="primary" size="lg" />
      </p>

      <Facts job={job} />
      <section className={styles.part}>
        <h2>About the work</h2>
        <p className={styles.prose}>{job.description}</p>
      </section>
      {(job.about || job.website) && (
        <section className={styles.part}>
          <h2>About {job.company}</h2>
          {job.about && <p className={styles.prose}>{job.about}</p>}
          {job.website && (
            <p>
              <a href={job.website} target="_blank" rel="noopener nofollow">
                {job.website.replace(/^https?:\/\//, "").replace(/\/$/, "")}
              </a>
            </p>
          )}
        </section>
      )}
      <section className={styles.part}>
        <h2>Contact</h2>
        {job.contact ? (
          <p>
            {job.contact.name}, <a href={`mailto:${encodeURI(job.contact.email)}`}>{job.contact.email}</a>
            {job.contact.phone && `, ${job.contact.phone}`}
          </p>
        ) : (
          <p className={styles.quiet}>
            <Link to={`/login?redirectTo=/jobs/${job.id}&notice=none`}>Log in</Link> to see whom to ask.
          </p>
        )}
        <p className={styles.quiet}>Shared by {job.poster}</p>
      </section>
      {job.canChange && <Manage job={job} />}
    </article>
  );
}

function Facts({ job }: { job: Route.ComponentProps["loaderData"] }) {
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

function Manage({ job }: { job: Route.ComponentProps["loaderData"] }) {
  return (
    <section className={styles.manage} aria-label="Manage this job">
      <ButtonLink to={`/jobs/${job.id}/edit`} variant="outline">
        Edit
      </ButtonLink>
      <Form method="post" preventScrollReset>
        <Button variant="outline" name="intent" value={job.closedByHand ? "reopen" : "close"}>
          {job.closedByHand ? "Reopen applications" : "Close applications"}
        </Button>
      </Form>
      <details className={styles.remove}>
        <summary className={styles.removeSummary}>Delete…</summary>
        <Form method="post">
          <p>It will be gone for good.</p>
          <Button variant="secondary" name="intent" value="delete">
            Delete this job
          </Button>
        </Form>
      </details>
    </section>
  );
}
