import { Link } from "react-router";
import { Alert } from "#app/ui/forms/field.tsx";
import { Title } from "#app/ui/page.tsx";
import { authTexts } from "../../texts.ts";
import * as styles from "./auth.css.ts";

/** Replaces the form while an account awaits approval. It shows why, what happens next, and what to read meanwhile. */
export function AwaitingApproval({
  reason,
  isPasswordEasy = false,
}: {
  reason: string;
  isPasswordEasy?: boolean;
}) {
  return (
    <div className={styles.single} role="status">
      <Title heading>Almost there</Title>
      <p>
        {reason} {reason === authTexts.awaitsApproval && "We will email you as soon as that is done."}
      </p>
      {isPasswordEasy && <Alert kind="notice" texts={[authTexts.passwordEasy]} />}
      <p>
        Meanwhile you can read the <Link to="/jobs">jobs</Link>, the <Link to="/events">events</Link> and the{" "}
        <Link to="/resources">notes</Link>.
      </p>
    </div>
  );
}
