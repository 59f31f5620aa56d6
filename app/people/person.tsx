import { Link } from "react-router";
import { Avatar } from "../ui/avatar.tsx";
import * as styles from "./person.css.ts";

/** How a person appears wherever they speak. Without an `href` they lead nowhere: hidden, deleted, or read by a guest. */
export interface Person {
  name: string;
  href: string | null;
  avatarUrl: string | null;
  /** Why to listen: "Structural engineer, Archstone Bridges · 2025 Civil". Null where nothing is to be said. */
  line: string | null;
  /** Who hides behind an alias has its sign in place of a letter. */
  isAnonymous: boolean;
}

/** Picture or letter, name and line; what else belongs beside the name comes as children. */
export const PersonLine = ({
  person,
  size = "sm",
  children,
}: {
  person: Person;
  size?: "sm" | "md";
  children?: React.ReactNode;
}) => (
  <span className={styles.person}>
    <Avatar name={person.isAnonymous ? null : person.name} avatarUrl={person.avatarUrl} size={size} />
    <span className={styles.texts}>
      <span>
        {person.href ? (
          <Link to={person.href} className={styles.name} dir="auto">
            {person.name || "No Name"}
          </Link>
        ) : (
          <bdi className={styles.name}>{person.name || "No Name"}</bdi>
        )}
        {children}
      </span>
      {person.line && (
        <span className={styles.line} dir="auto">
          {person.line}
        </span>
      )}
    </span>
  </span>
);
