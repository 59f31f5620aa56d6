import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/member.ts";
import { MemberActs } from "./member-buttons.tsx";

const countOf = (sessions: number) =>
  sessions === 1
    ? "In 1 browser or program"
    : `In ${sessions === 1000 ? "1,000+" : sessions} browsers and programs`;

const statuses = {
  active: "Member",
  pending: "Waiting for approval",
  suspended: "Suspended",
  deleted: "",
} as const;

type Shown = Route.ComponentProps["loaderData"];

export function Access({ member }: { member: Shown }) {
  const {
    email,
    status,
    isAdmin,
    isModerator,
    isConfirmed,
    hasPassword,
    providers,
    hasCode,
    sessions,
    joined,
    isSelf,
  } = member;
  const ways = [hasPassword && "a password", ...providers].filter(Boolean).join(" or ");
  const canGetIn = ways !== "";
  const facts = [
    [
      "Account",
      `${isAdmin ? "Administrator" : isModerator ? "Moderator" : statuses[status]}, since ${joined}`,
    ],
    ["Email", `${email} (${isConfirmed ? "confirmed" : "not confirmed"})`],
    ["Logs in with", canGetIn ? `${ways}${hasCode ? ", and a code" : ""}` : "Nothing yet: invited"],
    ["Logged in", sessions === 0 ? "Nowhere" : countOf(sessions)],
  ] as const;
  return (
    <>
      <dl className={styles.steps}>
        {facts.map(([name, text]) => (
          <div key={name} className={styles.step}>
            <dt className={quiet}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={row[3]}>
        <Form method="post" className={row[3]}>
          {status === "active" &&
            (canGetIn ? (
              <Button variant="outline" name="intent" value="send-reset">
                Send a reset link
              </Button>
            ) : (
              <Button variant="outline" name="intent" value="invite">
                Invite again
              </Button>
            ))}
          {isModerator ? (
            <Button variant="outline" name="intent" value="remove-moderator">
              Remove moderator
            </Button>
          ) : (
            status === "active" &&
            !isAdmin && (
              <Button variant="outline" name="intent" value="make-moderator">
                Make moderator
              </Button>
            )
          )}
          {sessions > 0 && (
            <Button variant="outline" name="intent" value="end-sessions">
              {isSelf ? "Log me out everywhere" : "End their sessions"}
            </Button>
          )}
        </Form>
        {!isSelf && (
          <ButtonLink to={`/admin/members/${member.id}/delete`} variant="outline">
            Delete account…
          </ButtonLink>
        )}
        <MemberActs member={member} />
      </div>
      {sessions > 0 && (
        <p className={quiet}>
          Ending the sessions logs out every browser and program. It changes no password: to keep somebody
          out, suspend the member.
        </p>
      )}
    </>
  );
}
