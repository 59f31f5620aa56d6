import { Link } from "react-router";
import { FlashLine } from "#app/ui/flash.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import * as styles from "../members.css.ts";
import { type ActedOn, MemberActs } from "./member-buttons.tsx";

interface MemberRowProps extends ActedOn {
  email: string;
  isModerator: boolean;
  /** Whether mails are paused because the address refuses them. */
  isPaused: boolean;
  batchYear: number | null;
  joined: string;
}

/** A member with the available actions. */
export function MemberRow({ member }: { member: MemberRowProps }) {
  const { id, name, email, status, isAdmin, isModerator, isSelf, isApprovable, isPaused, batchYear, joined } =
    member;
  const states = [
    status === "pending" && (isApprovable ? "Waiting for approval" : "Has not confirmed the address"),
    status === "suspended" && "Suspended",
    isPaused && "Emails paused: the address refuses them",
    isAdmin && "Administrator",
    isModerator && "Moderator",
  ].filter(Boolean);
  const facts = [batchYear !== null && `Batch ${batchYear}`, `Since ${joined}`].filter(Boolean);
  return (
    <li className={styles.member} id={`member-${id}`}>
      <div className={styles.who}>
        <p className={styles.name}>
          <Link to={`/admin/members/${id}`} className={touchable}>
            <bdi>{name}</bdi>
          </Link>{" "}
          {isSelf && <span className={styles.quiet}>(you)</span>}{" "}
          {states.length > 0 && <span className={styles.quiet}>{states.join(" · ")}</span>}
        </p>
        <p className={styles.quiet}>{email}</p>
        <p className={styles.quiet}>{facts.join(" · ")}</p>
        <FlashLine at={`member-${id}`} />
      </div>
      <MemberActs key={`${status} ${isAdmin}`} member={member} />
    </li>
  );
}
