import { useOutletContext } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { type ConnectionChoice, ConnectionForm } from "../../connection-form.tsx";
import type { Route } from "./+types/member.ts";
import * as styles from "./member.css.ts";

type Member = Route.ComponentProps["loaderData"];

/** Everything that the viewer may see of a member, with the available actions. */
export function MemberDetails({ member }: { member: Member }) {
  const { name, batch, work, email, location, skills, facts } = member;
  const [mailbox, ...host] = email.split("@");
  return (
    <article className={styles.details}>
      <div className={styles.head}>
        <Avatar name={name} avatarUrl={member.avatar} size="lg" />
        <div className={styles.headText}>
          <h3 className={styles.name}>
            <bdi>{name || "No Name"}</bdi>
          </h3>
          <p>{`Batch: ${batch ?? "N/A"}`}</p>
          {work && <p>{work}</p>}
          {location && (
            <p className={styles.place}>
              <Icon name="pin" size={16} />
              {location}
            </p>
          )}
          <p>
            <a href={`mailto:${email.split("@").map(encodeURIComponent).join("@")}`} className={touchable}>
              {mailbox}
              <wbr />
              {`@${host.join("@")}`}
            </a>
          </p>
        </div>
      </div>
      <div className={styles.acts}>
        {member.isOwn ? (
          <ButtonLink to="/profile">View Profile</ButtonLink>
        ) : (
          <ButtonLink to={`/messages/${member.id}`} variant={isAsking(member) ? "outline" : "primary"}>
            {`Message ${member.firstName}`}
          </ButtonLink>
        )}
        <ButtonLink to={`/people/${member.id}`} variant="outline">
          <span>
            See <bdi>{member.firstName}</bdi>’s page
          </span>
        </ButtonLink>
      </div>
      {!member.isOwn && <Connection member={member} />}
      <section aria-label="Skills">
        {skills.length > 0 ? (
          <ul className={styles.chips}>
            {skills.map((skill) => (
              <li key={skill}>{skill}</li>
            ))}
          </ul>
        ) : (
          <p className={quiet}>No skills listed yet</p>
        )}
      </section>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term} className={styles.fact}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!member.isOwn && <Protection member={member} />}
    </article>
  );
}

const isAsking = ({ connection, connectionBy }: Member) =>
  connection === "pending" && connectionBy === "them";

function Connection({ member }: { member: Member }) {
  const [state, choices] = describeChoices(member);
  return (
    <div className={styles.connection} id="connection" aria-live="polite">
      <FlashLine at="connection" />
      {state && <p>{state}</p>}
      <ConnectionForm userId={member.id} name={member.name} choices={choices} />
    </div>
  );
}

/** The actions to block and to report. */
function Protection({ member: { id, name } }: { member: Member }) {
  /** The query of the list under the dialog. */
  const query = useOutletContext<string>();
  const redirectTo = `/qa-threads/${id}${query}#connection`;
  const report = new URLSearchParams({ subject: "user", id, redirectTo });
  return (
    <div className={styles.protection}>
      <ConnectionForm userId={id} name={name} choices={[["block", "Block", "link"]]} />
      <ButtonLink to={`/reports/new?${report}`} variant="link" size="sm" aria-label={`Report: ${name}`}>
        Report
      </ButtonLink>
    </div>
  );
}

/** The state of the connection, and the viewer's choices. */
function describeChoices({
  connection,
  connectionBy,
  firstName,
}: Member): [state: string | null, choices: readonly ConnectionChoice[]] {
  if (connection === "connected") return ["Connected", [["remove", "Remove connection", "link"]]];
  if (connection === "none") return [null, [["ask", "Connect", "outline"]]];
  if (connectionBy === "me") return ["Request Sent", [["withdraw", "Withdraw request", "link"]]];
  return [
    `${firstName} wants to connect with you`,
    [
      ["accept", "Accept", "primary"],
      ["decline", "Decline", "link"],
    ],
  ];
}
