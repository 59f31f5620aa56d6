import { Form } from "react-router";
import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { Icon } from "#app/ui/icon.tsx";
import * as styles from "./job.css.ts";

export const SaveButton = ({ isSaved }: { isSaved: boolean }) => (
  <Form method="post" preventScrollReset>
    <Button variant="outline" size="sm" name="intent" value={isSaved ? "forget" : "save"}>
      <Icon name={isSaved ? "check" : "bookmark"} />
      {isSaved ? "Saved" : "Save"}
    </Button>
  </Form>
);

/** The buttons for a job's poster and administrators. */
export function ManageJob({
  job,
}: {
  job: { id: string; isClosedByPoster: boolean; isPoster: boolean; counts: string | null };
}) {
  return (
    <section className={styles.manage} aria-label="Manage this job">
      {job.counts && <p className={styles.counts}>{job.counts}.</p>}
      <ButtonLink to={`/jobs/${job.id}/edit`} variant="outline">
        <Icon name="edit" />
        Edit
      </ButtonLink>
      <ButtonLink to={`/jobs/${job.id}/logo`} variant="outline">
        Logo
      </ButtonLink>
      <Form method="post" preventScrollReset>
        <Button variant="outline" name="intent" value={job.isClosedByPoster ? "reopen" : "close"}>
          {job.isClosedByPoster ? "Reopen applications" : "Close applications"}
        </Button>
      </Form>
      <ConfirmDelete
        warning="It will be removed for everyone. You can bring it back for seven days."
        label="Delete this job"
      >
        {!job.isPoster && <RemovalReason />}
      </ConfirmDelete>
    </section>
  );
}
