import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { Button, ButtonLink, type ButtonLook } from "#app/ui/button.tsx";
import { More } from "#app/ui/more.tsx";
import { row } from "#app/ui/styles/layout.css.ts";

export interface ActedOn {
  id: number;
  name: string;
  status: "pending" | "active" | "suspended" | "deleted";
  isAdmin: boolean;
  isSelf: boolean;
  isApprovable: boolean;
}

/**
 * The actions for a member. Destructive ones ask for confirmation on their own page.
 * @param children more actions for the menu
 */
export function MemberActs({ member, children }: { member: ActedOn; children?: ReactNode }) {
  const { name, status, isAdmin, isSelf, isApprovable } = member;
  const change = isSelf ? "Change role" : "Change role or suspend";
  return (
    <>
      {status === "pending" && (
        <div className={row[2]}>
          {isApprovable && <Act member={member} intent="approve" text="Approve" variant="primary" />}
          <ConfirmLink member={member} act="decline" text="Decline" />
        </div>
      )}
      {status === "suspended" && (
        <div className={row[2]}>
          <Act member={member} intent="unsuspend" text="Let them back in" />
        </div>
      )}
      {(status === "active" || children) && (
        <More label={children ? `More about ${name}` : `${change}: ${name}`}>
          {status === "active" &&
            (isAdmin ? (
              <ConfirmLink member={member} act="demote" text="Remove as administrator" variant="link" />
            ) : (
              <Act member={member} intent="promote" text="Make administrator" variant="link" />
            ))}
          {status === "active" && !isSelf && (
            <ConfirmLink member={member} act="suspend" text="Suspend" variant="link" />
          )}
          {children}
        </More>
      )}
    </>
  );
}

function Act({
  member,
  intent,
  text,
  variant = "outline",
}: {
  member: ActedOn;
  intent: string;
  text: string;
  variant?: ButtonLook["variant"];
}) {
  const { search } = useLocation();
  return (
    <Form method="post" action={`/admin/members${search}`}>
      <input type="hidden" name="id" value={member.id} />
      <Button variant={variant} size="sm" name="intent" value={intent} aria-label={`${text}: ${member.name}`}>
        {text}
      </Button>
    </Form>
  );
}

/** Opens the confirmation. The list behind it remains. */
function ConfirmLink({
  member,
  act,
  text,
  variant = "outline",
}: {
  member: ActedOn;
  act: string;
  text: string;
  variant?: ButtonLook["variant"];
}) {
  const { search } = useLocation();
  return (
    <ButtonLink
      to={`/admin/members/${member.id}/${act}${search}`}
      variant={variant}
      size="sm"
      preventScrollReset
      aria-label={`${text}: ${member.name}`}
    >
      {text}…
    </ButtonLink>
  );
}
