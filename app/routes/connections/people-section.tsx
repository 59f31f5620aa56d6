import { type ConnectionChoice, ConnectionForm } from "../../people/connection-form.tsx";
import { stack } from "../../styles/layout.css.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { FlashLine } from "../../ui/flash.tsx";
import * as styles from "./connections.css.ts";

export interface Person {
  id: string;
  name: string;
  avatar: string | null;
  facts: string;
}

/** A list of members with the same buttons for each; nothing where there are none. */
export function PeopleSection({
  title,
  people,
  choices,
  canMessage = false,
  note = null,
}: {
  title: string;
  people: readonly Person[];
  choices: readonly ConnectionChoice[];
  canMessage?: boolean;
  note?: string | null;
}) {
  if (people.length === 0) return null;
  return (
    <section className={stack[2]}>
      <h2>{title}</h2>
      <ul className={styles.list} data-client-nav>
        {people.map(({ id, name, avatar, facts }) => (
          <li key={id} className={styles.row} id={`member-${id}`}>
            <Avatar name={name} avatarUrl={avatar} />
            <div className={styles.text}>
              <h3 className={styles.name}>
                <a href={`/qa-threads/${id}`} dir="auto">
                  {name || "No Name"}
                </a>
              </h3>
              <p className={styles.facts}>{facts}</p>
              <FlashLine at={`member-${id}`} />
            </div>
            <div className={styles.buttons}>
              {canMessage && (
                <a
                  href={`/messages/${id}`}
                  className={buttonClass({ variant: "outline", size: "sm" })}
                  aria-label={`Message: ${name}`}
                >
                  Message
                </a>
              )}
              <ConnectionForm userId={id} name={name} choices={choices} />
            </div>
          </li>
        ))}
      </ul>
      {note && <p className={styles.facts}>{note}</p>}
    </section>
  );
}
