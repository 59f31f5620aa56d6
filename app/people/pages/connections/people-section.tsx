import { FlashLine } from "#app/ui/flash.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { More } from "#app/ui/more.tsx";
import { small, stack } from "#app/ui/styles/layout.css.ts";
import { type ConnectionChoice, ConnectionForm } from "../../connection-form.tsx";
import { Face, type Person, PersonName } from "../../person.tsx";
import * as styles from "./connections.css.ts";

/** A list of members with the same buttons for each. Renders nothing if it is empty. */
export function PeopleSection({
  title,
  people,
  choices,
  canMessage = false,
  note = null,
}: {
  title: string;
  people: readonly (Person & { id: string })[];
  choices: readonly ConnectionChoice[];
  canMessage?: boolean;
  note?: string | null;
}) {
  if (people.length === 0) return null;
  return (
    <section className={stack[2]}>
      <h2>{title}</h2>
      <ul className={styles.list} data-client-nav>
        {people.map(({ id, ...person }) => (
          <li key={id} className={choices.length === 1 ? styles.shortRow : styles.row} id={`member-${id}`}>
            <div className={styles.person}>
              <Face person={person} size="md" />
              <div className={styles.text}>
                <h3 className={styles.name}>
                  <PersonName person={person} />
                </h3>
                {person.line && (
                  <p className={small} dir="auto">
                    {person.line}
                  </p>
                )}
              </div>
            </div>
            <FlashLine at={`member-${id}`} />
            <div className={styles.buttons}>
              {canMessage && (
                <a href={`/messages/${id}`} className={styles.message} aria-label={`Message: ${person.name}`}>
                  <Icon name="chat" />
                  <span>Message</span>
                </a>
              )}
              {canMessage ? (
                <More label={`More: ${person.name}`}>
                  <ConnectionForm userId={id} name={person.name} choices={choices} />
                </More>
              ) : (
                <ConnectionForm userId={id} name={person.name} choices={choices} isMenu />
              )}
            </div>
          </li>
        ))}
      </ul>
      {note && <p className={small}>{note}</p>}
    </section>
  );
}
