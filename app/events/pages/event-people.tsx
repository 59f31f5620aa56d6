import { type Person, PersonLine } from "#app/people/person.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { prose, quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./event.css.ts";

/** Some of the participants, for members. */
export const Coming = ({ people, more }: { people: Person[]; more: number }) => (
  <section className={styles.screenOnly} aria-labelledby="coming">
    <h2 id="coming">Who is coming</h2>
    <ul className={styles.coming}>
      {people.map((person) => (
        <li key={person.href}>
          <PersonLine person={person} size="xs" />
        </li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
    </ul>
  </section>
);

interface Named {
  name: string;
  answers: { id: string; text: string; answer: string }[];
}

/** The participants and the waiting list, for the organizer. */
export function People({
  event,
  people,
}: {
  event: { id: string; registeredTotal: number; waitingTotal: number };
  people: { registered: Named[]; waiting: Named[] };
}) {
  return (
    <section className={`${styles.people} ${styles.screenOnly}`} aria-label="People">
      <NameList title="Attendees" names={people.registered} total={event.registeredTotal} />
      {event.waitingTotal > 0 && (
        <NameList title="Waiting list" names={people.waiting} total={event.waitingTotal} />
      )}
      {event.registeredTotal > 0 && (
        <p>
          <a href={`/events/${event.id}/attendees.csv`} download>
            Download the list (CSV)
          </a>
        </p>
      )}
    </section>
  );
}

const NameList = ({ title, names, total }: { title: string; names: Named[]; total: number }) => (
  <details>
    <summary className={touchable}>
      <b>
        {title} ({total})
      </b>
    </summary>
    <ol className={styles.names}>
      {names.map(({ name, answers }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the order is fixed
        <li key={index}>
          <bdi>{name}</bdi>
          {answers.map(({ id, text, answer }) => (
            <p key={id} className={quiet} dir="auto">
              {text} <b className={prose}>{answer}</b>
            </p>
          ))}
        </li>
      ))}
    </ol>
    {total > names.length && <p>And {total - names.length} more in the file.</p>}
  </details>
);
