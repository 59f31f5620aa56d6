import { Form, Link, useLocation } from "react-router";
import { touchable } from "../../styles/global.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ToldLine } from "../../ui/told.tsx";
import * as styles from "./members.css.ts";

interface MemberRowProps {
  id: number;
  name: string;
  email: string;
  status: "pending" | "active" | "suspended" | "deleted";
  isAdmin: boolean;
  isSelf: boolean;
  isApprovable: boolean;
  /** Whether their address refuses our mails. */
  isPaused: boolean;
  batchYear: number | null;
  joined: string;
}

/** A member and what can be done about them. Acts that take something away ask on a page of their own. */
export function MemberRow({ member }: { member: MemberRowProps }) {
  const { id, name, email, status, isAdmin, isSelf, isApprovable, isPaused, batchYear, joined } = member;
  const change = isSelf ? "Change role" : "Change role or suspend";
  const facts = [
    status === "pending" && (isApprovable ? "Waits for approval" : "Has not confirmed the address"),
    status === "suspended" && "Suspended",
    isPaused && "Emails paused: the address refuses them",
    isAdmin && "Administrator",
    batchYear !== null && `Batch ${batchYear}`,
    `Since ${joined}`,
  ].filter(Boolean);
  return (
    <li className={styles.member} id={`member-${id}`}>
      <div className={styles.who}>
        <p className={styles.name}>
          <Link to={`/admin/members/${id}`} className={touchable}>
            <bdi>{name}</bdi>
          </Link>{" "}
          {isSelf && <span className={styles.quiet}>(you)</span>}
        </p>
        <p className={styles.quiet}>{email}</p>
        <p className={styles.quiet}>{facts.join(" · ")}</p>
        <ToldLine at={`member-${id}`} />
      </div>
      {status === "pending" && (
        <div className={styles.acts}>
          {isApprovable && <Act member={member} intent="approve" text="Approve" variant="primary" />}
          <Ask member={member} act="decline" text="Decline" />
        </div>
      )}
      {status === "suspended" && (
        <div className={styles.acts}>
          <Act member={member} intent="unsuspend" text="Let them back in" />
        </div>
      )}
      {status === "active" && (
        <details className={styles.more}>
          <summary className={styles.summary} aria-label={`${change}: ${name}`}>
            {change}…
          </summary>
          <div className={styles.acts}>
            {isAdmin ? (
              <Ask member={member} act="demote" text="Remove as administrator" />
            ) : (
              <Act member={member} intent="promote" text="Make administrator" />
            )}
            {!isSelf && <Ask member={member} act="suspend" text="Suspend" />}
          </div>
        </details>
      )}
    </li>
  );
}

function Act({
  member,
  intent,
  text,
  variant = "outline",
}: {
  member: MemberRowProps;
  intent: string;
  text: string;
  variant?: "primary" | "outline";
}) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={member.id} />
      <Button variant={variant} size="sm" name="intent" value={intent} aria-label={`${text}: ${member.name}`}>
        {text}
      </Button>
    </Form>
  );
}

/** Leads to the question. The list behind it stays as it is. */
function Ask({ member, act, text }: { member: MemberRowProps; act: string; text: string }) {
  const { search } = useLocation();
  return (
    <ButtonLink
      to={`/admin/members/${member.id}/${act}${search}`}
      variant="outline"
      size="sm"
      preventScrollReset
      aria-label={`${text}: ${member.name}`}
    >
      {text}…
    </ButtonLink>
  );
}
