import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import * as styles from "./members.css.ts";

interface MemberRowProps {
  id: number;
  name: string;
  email: string;
  status: "pending" | "active" | "suspended" | "deleted";
  isAdmin: boolean;
  isSelf: boolean;
  isApprovable: boolean;
  batchYear: number | null;
  joined: string;
}

/** A member and what can be done about them. What takes something away asks by being folded. */
export function MemberRow({ member }: { member: MemberRowProps }) {
  const { name, email, status, isAdmin, isSelf, isApprovable, batchYear, joined } = member;
  const facts = [
    status === "pending" && (isApprovable ? "Waits for approval" : "Has not confirmed the address"),
    status === "suspended" && "Suspended",
    isAdmin && "Administrator",
    batchYear !== null && `Batch ${batchYear}`,
    `Since ${joined}`,
  ].filter(Boolean);
  return (
    <li className={styles.member}>
      <div className={styles.who}>
        <p className={styles.name}>
          {name} {isSelf && <span className={styles.quiet}>(you)</span>}
        </p>
        <p className={styles.quiet}>{email}</p>
        <p className={styles.quiet}>{facts.join(" · ")}</p>
      </div>
      {status === "pending" && (
        <div className={styles.acts}>
          {isApprovable && <Act member={member} intent="approve" text="Approve" variant="primary" />}
          <Act member={member} intent="decline" text="Decline" />
        </div>
      )}
      {status === "suspended" && (
        <div className={styles.acts}>
          <Act member={member} intent="unsuspend" text="Lift the suspension" />
        </div>
      )}
      {status === "active" && (
        <details className={styles.more}>
          <summary className={styles.summary}>Change…</summary>
          <div className={styles.acts}>
            {isAdmin ? (
              <Act member={member} intent="demote" text="Remove as administrator" />
            ) : (
              <Act member={member} intent="promote" text="Make administrator" />
            )}
            {!isSelf && <Act member={member} intent="suspend" text="Suspend" variant="danger" />}
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
  variant?: "primary" | "outline" | "danger";
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
