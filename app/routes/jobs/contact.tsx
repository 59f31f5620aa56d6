import { Link } from "react-router";
import { ReportLink } from "../../ui/report-link.tsx";
import type { Route } from "./+types/job.ts";
import * as styles from "./job.css.ts";
import { mailHref } from "./mail-href.ts";

type PresentedJob = NonNullable<Route.ComponentProps["loaderData"]>;

/** The contact person of a job, and the member who posted it. */
export function Contact({
  job: { id, isOpen, isInPerson, contact, poster, canReport },
}: {
  job: PresentedJob;
}) {
  return (
    <section className={styles.contact} id="contact" tabIndex={-1} aria-labelledby="contact-title">
      <h2 id="contact-title">Contact</h2>
      {isOpen && isInPerson && <p>Applications for this job are made in person.</p>}
      {contact ? (
        <ul className={styles.ways}>
          <li>{contact.name}</li>
          <li>
            <a href={mailHref(contact.email)}>{contact.email}</a>
          </li>
          {contact.phone && (
            <li>
              <a href={`tel:${contact.phone.replace(/[^+\d]/g, "")}`}>{contact.phone}</a>
            </li>
          )}
        </ul>
      ) : (
        <p>
          <Link to={`/login?redirectTo=${encodeURIComponent(`/jobs/${id}#contact`)}&notice=none`}>
            Log in
          </Link>{" "}
          to see who to contact.
        </p>
      )}
      <p className={styles.quiet}>
        Shared by {poster.isViewer ? "you" : <Link to={`/messages/${poster.id}`}>{poster.name}</Link>}
        {canReport && (
          <>
            {" · "}
            <ReportLink subject="job" id={id} backTo={`/jobs/${id}`} />
          </>
        )}
      </p>
    </section>
  );
}
