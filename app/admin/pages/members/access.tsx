import { Form, Link } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
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
    id,
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
    batchYear,
    branch,
  } = member;
  const [place, host] = email.split("@");
  const ways = [hasPassword && "Password", ...providers].filter(Boolean).join(" or ");
  const canGetIn = ways !== "";
  const facts = [
    [
      "Account",
      `${isAdmin ? "Administrator" : isModerator ? "Moderator" : statuses[status]}, since ${joined}`,
    ],
    [
      "Email",
      <>
        {place}
        <wbr />@{host} ({isConfirmed ? "confirmed" : "not confirmed"})
      </>,
    ],
    ["Logs in with", canGetIn ? `${ways}${hasCode ? ", and a code" : ""}` : "Nothing yet: invited"],
    ["Logged in", sessions === 0 ? "In no browser or program" : countOf(sessions)],
    ["Batch", [batchYear, branch].filter(Boolean).join(", ")],
    [
      "Pages",
      status === "active" && (
        <span className={styles.pages}>
          <Link to={`/people/${id}`} className={touchable}>
            Their page
          </Link>
          <Link to={`/qa-threads/${id}`} className={touchable}>
            Profile
          </Link>
        </span>
      ),
    ],
  ] as const;
  return <FactList className={styles.facts} facts={facts} />;
}

/** One visible action, which helps somebody who can't log in. The others are in the menu. */
export function AccessActs({ member }: { member: Shown }) {
  const { id, name, status, isAdmin, isModerator, isSelf, sessions, hasPassword, providers } = member;
  const canGetIn = hasPassword || providers.length > 0;
  return (
    <div className={styles.headActs}>
      {status === "active" && (
        <Form method="post">
          <Button variant="outline" size="sm" name="intent" value={canGetIn ? "send-reset" : "invite"}>
            {canGetIn ? "Send a reset link" : "Invite again"}
          </Button>
        </Form>
      )}
      <MemberActs member={member}>
        {isModerator ? (
          <Act intent="remove-moderator" text="Remove moderator" />
        ) : (
          status === "active" && !isAdmin && <Act intent="make-moderator" text="Make moderator" />
        )}
        {sessions > 0 && (
          <Act intent="end-sessions" text={isSelf ? "Log me out everywhere" : "End their sessions"} />
        )}
        {!isSelf && (
          <ButtonLink
            to={`/admin/members/${id}/delete`}
            variant="link"
            size="sm"
            aria-label={`Delete account: ${name}`}
          >
            Delete account…
          </ButtonLink>
        )}
      </MemberActs>
    </div>
  );
}

const Act = ({ intent, text }: { intent: string; text: string }) => (
  <Form method="post">
    <Button variant="link" size="sm" name="intent" value={intent}>
      {text}
    </Button>
  </Form>
);
