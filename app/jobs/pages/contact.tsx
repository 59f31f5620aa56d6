import { Link } from "react-router";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { PersonLine } from "#app/people/person.tsx";
import type { Route } from "./+types/job.ts";
import * as styles from "./job.css.ts";
import { mailHref } from "./mail-href.ts";
import type { JobContact } from "./present-job.server.ts";

type PresentedJob = Route.ComponentProps["loaderData"];

/** @param hasName whether to name the contact person */
export const ContactWays = ({
  contact: { name, email, phone },
  hasName = true,
}: {
  contact: JobContact;
  hasName?: boolean;
}) => (
  <ul className={styles.ways}>
    {hasName && (
      <li>
        <bdi>{name}</bdi>
      </li>
    )}
    <li>
      <a href={mailHref(email)}>{email}</a>
    </li>
    {phone && (
      <li>
        <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
      </li>
    )}
  </ul>
);

/** A job's contact person and poster. */
export function Contact({
  job: { id, isOpen, isInPerson, contact, poster, isPoster, canReport },
}: {
  job: PresentedJob;
}) {
  const shared = (
    <p className={styles.shared}>
      Shared by {isPoster ? "you" : <PersonLine person={poster} />}
      {canReport && (
        <span className={styles.reporting}>
          <ReportLink subject="job" id={id} backTo={`/jobs/${id}`} className={styles.report} />
        </span>
      )}
    </p>
  );
  // Then one line names both.
  const isContact = !isPoster && contact?.name === poster.name;
  return (
    <section className={styles.contact} id="contact" tabIndex={-1} aria-labelledby="contact-title">
      <h2 id="contact-title">Contact</h2>
      {isOpen && isInPerson && <p>Applications for this job are made in person.</p>}
      {isContact && shared}
      {contact ? (
        <ContactWays contact={contact} hasName={!isContact} />
      ) : (
        <p data-for="guests">
          <Link to={`/login?redirectTo=${encodeURIComponent(`/jobs/${id}#contact`)}&notice=none`}>
            Log in
          </Link>{" "}
          to see who to contact.
        </p>
      )}
      {!isContact && shared}
    </section>
  );
}
