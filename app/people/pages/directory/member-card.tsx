import { Avatar } from "#app/ui/avatar.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { ConnectionForm } from "../../connection-form.tsx";
import * as styles from "./directory.css.ts";
import type { PresentedMember } from "./read-directory.server.ts";

const messageButton = buttonClass({ variant: "link", size: "sm" });

/** A member in the list. Clicking anywhere except on the control opens their details. */
export function MemberCard({
  member,
  year,
  query,
}: {
  member: PresentedMember;
  year: number;
  query: string;
}) {
  const { id, avatar, facts, topics, skills, moreSkills } = member;
  const name = member.name || "No Name";
  const more = topics ? `Offers help: ${topics}` : facts;
  return (
    <li className={styles.card} id={`member-${id}`}>
      <Avatar name={member.name} avatarUrl={avatar} />
      <div className={styles.cardText}>
        <h3 className={styles.name} data-client-nav="keep-scroll">
          <a href={`/qa-threads/${id}${query}`} dir="auto">
            {name}
          </a>
        </h3>
        <Control member={member} name={name} />
        <p className={styles.facts}>{`Batch: ${year || "N/A"}${more ? ` · ${more}` : ""}`}</p>
        {skills.length > 0 ? (
          <ul className={styles.chips}>
            {skills.map((skill) => (
              <li key={skill}>{skill}</li>
            ))}
            {moreSkills > 0 && <li>{`+${moreSkills} more`}</li>}
          </ul>
        ) : (
          <p className={styles.noSkills}>No skills listed</p>
        )}
        <div className={styles.flash}>
          <FlashLine at={`member-${id}`} />
        </div>
      </div>
    </li>
  );
}

function Control({ member, name }: { member: PresentedMember; name: string }) {
  const { id, isOwn, connection, isAsked } = member;
  if (isOwn) return <p className={styles.state}>You</p>;
  if (connection === "connected") return <p className={styles.state}>Connected</p>;
  if (connection === "pending" && !isAsked) return <p className={styles.state}>Request Sent</p>;
  if (connection === "pending") {
    return (
      <div className={styles.answer}>
        <ConnectionForm
          userId={String(id)}
          name={name}
          choices={[
            ["accept", "Accept", "outline"],
            ["decline", "Decline", "link"],
          ]}
        />
      </div>
    );
  }
  return (
    <p className={styles.message}>
      <a href={`/messages/${id}`} className={messageButton} aria-label={`Message: ${name}`}>
        Message
      </a>
    </p>
  );
}
