import { useEffect } from "react";
import { Form, Link, useNavigate, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Title } from "#app/ui/page.tsx";
import { ContactWays } from "./contact.tsx";
import * as jobStyles from "./job.css.ts";
import { JobDetails, JobHead } from "./job-details.tsx";
import * as styles from "./post.css.ts";
import type { DetailedJob, JobContact } from "./present-job.server.ts";

/** A preview of the job. @param fields names and values that its button submits again */
export function Preview({
  job,
  fields,
}: {
  job: DetailedJob & { contact: JobContact };
  fields: [string, string][];
}) {
  const isSubmitting = useNavigation().formData?.get("intent") === "submit";
  return (
    <>
      <p className={styles.soft}>This is how it will look. Nobody sees it yet.</p>
      <article className={styles.preview}>
        <JobHead job={job} />
        <JobDetails job={job} />
        <section className={jobStyles.part}>
          <h2>Contact</h2>
          <ContactWays contact={job.contact} />
        </section>
      </article>
      <Form method="post" action="/post-job?step=3" className={styles.buttons}>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="intent" value="submit" loading={isSubmitting}>
          {isSubmitting ? "Posting..." : "Post Opportunity"}
        </Button>
        <ButtonLink to="/post-job?step=3" variant="outline">
          Back to editing
        </ButtonLink>
      </Form>
    </>
  );
}

/** The success screen, which redirects to the list after 3 s (specification, section 9). */
export function Posted({ id }: { id: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/jobs", { replace: true }), 3000);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className={styles.posted} role="status">
      <Title>Opportunity Posted</Title>
      <span className={styles.postedMark}>
        <Icon name="check" size={28} />
      </span>
      <h1>Opportunity Posted Successfully!</h1>
      <p>Your job posting has been successfully submitted and is now live.</p>
      <ButtonLink to="/jobs" size="lg" replace>
        View All Opportunities
      </ButtonLink>
      <Link to={`/jobs/${id}`} replace>
        See your opportunity
      </Link>
    </div>
  );
}
