import { Link, useOutletContext } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import { type ConnectionChoice, ConnectionForm } from "../../connection-form.tsx";
import type { Route } from "./+types/member.ts";
import * as styles from "./member.css.ts";

type Member = Route.ComponentProps["loaderData"];

/** Everything that the viewer may see of a member, with the available actions. */
export function MemberDetails({ member }: { member: Member }) {
  const { name, batch, work, email, location, skills, facts } = member;
  return (
    <article className={styles.details}>
      <div className={styles.head}>
        <Avatar name={name} avatarUrl={member.avatar} size="xl" />
        <div className={styles.headText}>
          <h3 className={styles.name}>
            <bdi>{name || "No Name"}</bdi>
          </h3>
          <p>{`Batch: ${batch ?? "N/A"}`}</p>
          {work && <p>{work}</p>}
          <p>
            <a href={`mailto:${email.split("@").map(encodeURIComponent).join("@")}`} className={touchable}>
              {email}
            </a>
          </p>
          {location && <p>{location}</p>}
          <p>
            <Link to={`/people/${member.id}`} className={touchable}>
              See <bdi>{member.firstName}</bdi>’s page
            </Link>
          </p>
        </div>
      </div>
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
      {member.isOwn ? (
        <div className={row[3]}>
          <ButtonLink to="/profile" variant="outline">
            View Profile
          </ButtonLink>
        </div>
      ) : (
        <>
          <Actions member={member} />
          <Protection member={member} />
        </>
      )}
    </article>
  );
}

function Actions({ member }: { member: Member }) {
  const { id, name, firstName } = member;
  const [state, choices] = describeChoices(member);
  const isAsked = choices[0]?.[2] === "primary";
  return (
    <div className={row[3]}>
      <ButtonLink to={`/messages/${id}`} variant={isAsked ? "outline" : "primary"}>
        {`Message ${firstName}`}
      </ButtonLink>
      <div className={styles.connection} id="connection" aria-live="polite">
        <FlashLine at="connection" />
        {state && <p>{state}</p>}
        <ConnectionForm userId={id} name={name} choices={choices} />
      </div>
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
      <Link to={`/reports/new?${report}`} aria-label={`Report: ${name}`}>
        Report
      </Link>
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
      ["decline", "Decline", "ghost"],
    ],
  ];
}
