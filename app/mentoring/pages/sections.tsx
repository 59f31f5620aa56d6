import { Link } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { item } from "#app/ui/list.css.ts";
import { quiet, row, spread, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./mentoring.css.ts";
import type { ShownMentoring } from "./present.server.ts";

export const maxListed = 50;

export function Section({ title, rows }: { title: string; rows: ShownMentoring[] }) {
  if (rows.length === 0) return null;
  return (
    <section className={stack[2]}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {rows.map((shown) => (
          <Item key={shown.id} {...shown} />
        ))}
      </ul>
      {rows.length === maxListed && (
        <p className={quiet}>These are the newest. Answer or end some to see the others.</p>
      )}
    </section>
  );
}

function Item({ id, person, topic, standing, state, isMentor, isQuiet, partnerPath }: ShownMentoring) {
  return (
    <li className={item}>
      <div className={spread}>
        <PersonLine person={person} size="md" />
        <span className={row[2]}>
          {state === "accepted" && (
            <ButtonLink to={partnerPath} variant="outline" size="sm" aria-label={`Message: ${person.name}`}>
              Message
            </ButtonLink>
          )}
          <ButtonLink
            to={`/mentoring/${id}`}
            variant={state === "asked" && isMentor ? "primary" : "link"}
            size="sm"
            aria-label={`${state === "asked" && isMentor ? "Answer" : "Open"}: ${person.name}, ${topic}`}
          >
            {state === "asked" && isMentor ? "Answer" : "Open"}
          </ButtonLink>
        </span>
      </div>
      <p className={quiet}>
        <b>{topic}</b> · {standing}
      </p>
      {isQuiet && (
        <p>
          You haven't written for four weeks. Still going? <Link to={partnerPath}>Write to them</Link>, or end
          it.
        </p>
      )}
    </li>
  );
}
