import { Link } from "react-router";
import { AliasSign } from "../ui/alias-sign.tsx";
import { Avatar, IconBadge, type Size } from "../ui/avatar.tsx";
import * as styles from "./person.css.ts";

/** How a person appears wherever they speak. Without an `href` they lead nowhere: hidden, gone, or read by a guest. */
export interface Person {
  name: string;
  href: string | null;
  avatarUrl: string | null;
  /** Why to listen: "Structural engineer, Archstone Bridges · 2025 Civil". Null where nothing is to be said. */
  line: string | null;
  /** In place of a picture or a letter: who hides has their alias's sign (`signOf`), who left an empty circle. */
  sign: number | "left" | null;
}

/** The picture, letter or sign. It says nothing that the name beside it does not say. */
export const Face = ({
  person: { name, avatarUrl, sign },
  size,
}: {
  person: Pick<Person, "name" | "avatarUrl" | "sign">;
  size: Size;
}) =>
  sign === null ? (
    <Avatar name={name} avatarUrl={avatarUrl} size={size} />
  ) : sign === "left" ? (
    <IconBadge icon={null} size={size} />
  ) : (
    <AliasSign sign={sign} size={size} />
  );

/** A name, and the way to its person where there is one. */
export const PersonName = ({ person: { name, href } }: { person: Pick<Person, "name" | "href"> }) =>
  href ? (
    <Link to={href} className={styles.name} dir="auto">
      {name || "No Name"}
    </Link>
  ) : (
    <bdi className={styles.name}>{name || "No Name"}</bdi>
  );

/** Face, name and line; what else belongs beside the name comes as children. The smallest one has no line. */
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
