import { Link } from "react-router";
import { AliasSign } from "../ui/alias-sign.tsx";
import { Avatar, type AvatarSize, IconBadge } from "../ui/avatar.tsx";
import * as styles from "./person.css.ts";

/** How a person is shown everywhere. `href` is null for someone hidden or gone, and for guests. */
export interface Person {
  name: string;
  href: string | null;
  avatarUrl: string | null;
  /** A reason to listen to them: "Structural engineer, Archstone Bridges · 2025 Civil". Null if nothing is known. */
  line: string | null;
  /**
   * Replaces the picture or letter: a hidden person has their alias's sign (`signOf`), one who has left an empty
   * circle.
   */
  sign: number | "left" | null;
}

/** The picture, letter or sign. Decorative: the name next to it says the same. */
export const Face = ({
  person: { name, avatarUrl, sign },
  size,
}: {
  person: Pick<Person, "name" | "avatarUrl" | "sign">;
  size: AvatarSize;
}) =>
  sign === null ? (
    <Avatar name={name} avatarUrl={avatarUrl} size={size} />
  ) : sign === "left" ? (
    <IconBadge icon={null} size={size} />
  ) : (
    <AliasSign sign={sign} size={size} />
  );

/** A name, linked to the person's page if there is one. */
export const PersonName = ({ person: { name, href } }: { person: Pick<Person, "name" | "href"> }) =>
  href ? (
    <Link to={href} className={styles.name} dir="auto">
      {name || "No Name"}
    </Link>
  ) : (
    <bdi className={styles.name}>{name || "No Name"}</bdi>
  );

/** Face, name and line, with `children` after the name. The smallest size has no line. */
export const PersonLine = ({
  person,
  size = "sm",
  children,
}: {
  person: Person;
  size?: "xs" | "sm" | "md";
  children?: React.ReactNode;
}) => (
  <span className={styles.person}>
    <Face person={person} size={size} />
    <span className={styles.texts}>
      <span>
        <PersonName person={person} />
        {children}
      </span>
      {size !== "xs" && person.line && (
        <span className={styles.line} dir="auto">
          {person.line}
        </span>
      )}
    </span>
  </span>
);
