import { Link } from "react-router";
import { Face } from "#app/people/person.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import * as styles from "./mentoring.css.ts";
import type { ShownMentoring } from "./present.server.ts";

export const maxListed = 50;

export function Section({ title, rows }: { title: string; rows: ShownMentoring[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className={styles.group}>{title}</h2>
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

/** The whole row is a link to its page, except for the face and the buttons. */
function Item({
  id,
  person,
  topic,
  text,
  answer,
  standing,
  state,
  isMentor,
  isQuiet,
  partnerPath,
}: ShownMentoring) {
  const page = `/mentoring/${id}`;
  const toAnswer = state === "asked" && isMentor;
  return (
    <li className={styles.item} data-past={state !== "asked" && state !== "accepted" ? "" : undefined}>
      {person.href ? (
        <Link to={person.href} className={styles.face} aria-label={person.name}>
          <Face person={person} size="md" />
        </Link>
      ) : (
        <Face person={person} size="md" />
      )}
      <div>
        <h3 className={styles.name}>
          <Link to={page} dir="auto">
            {person.name}
          </Link>
        </h3>
        <p className={styles.facts}>
          <span className={styles.topic}>About {topic}</span>
          <span>{standing}</span>
        </p>
      </div>
      {!isQuiet && (toAnswer || state === "accepted") && (
        <div className={styles.act}>
          <ButtonLink
            to={toAnswer ? page : partnerPath}
            variant={toAnswer ? "primary" : "outline"}
            size="sm"
            aria-label={`${toAnswer ? "Answer" : "Message"}: ${person.name}, ${topic}`}
          >
            {toAnswer ? "Answer" : "Message"}
          </ButtonLink>
        </div>
      )}
      {state === "accepted" && (
        <p className={styles.entry} dir="auto">
          {answer ?? text}
        </p>
      )}
      {isQuiet && (
        <div className={styles.still}>
          <p>
            You and <bdi>{person.name}</bdi> haven't written for four weeks. Still going?
          </p>
          <div className={row[3]}>
            <ButtonLink to={partnerPath} variant="outline" size="sm">
              Yes, write
            </ButtonLink>
            <ButtonLink to={`${page}#end`} variant="link" size="sm">
              No, end it
            </ButtonLink>
          </div>
        </div>
      )}
    </li>
  );
}
