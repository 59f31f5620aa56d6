import { Fragment } from "react";
import { Link } from "react-router";
import { Alert } from "#app/ui/forms/field.tsx";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { authTexts } from "../../texts.ts";
import * as styles from "./auth.css.ts";

/** Pages that anybody may read. */
const open = [
  ["/jobs", "jobs"],
  ["/events", "events"],
  ["/resources", "notes"],
] as const;

function MeanwhileLinks() {
  const isOn = useIsOn();
  const links = open.filter(([to]) => isOn(to));
  if (links.length === 0) return null;
  return (
    <p>
      Meanwhile you can read the{" "}
      {links.map(([to, text], index) => (
        <Fragment key={to}>
          {index > 0 && (index === links.length - 1 ? " and the " : ", the ")}
          <Link to={to}>{text}</Link>
        </Fragment>
      ))}
      .
    </p>
  );
}

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
      <MeanwhileLinks />
    </div>
  );
}
