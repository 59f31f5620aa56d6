import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet, row, small, soft, stack } from "#app/ui/styles/layout.css.ts";
import type { AskWay } from "#db/vocabulary.ts";
import { askHref, askTopicHref } from "../asking.ts";
import { type ConnectionChoice, ConnectionForm } from "../connection-form.tsx";
import * as styles from "./person.css.ts";
import type { PersonPage } from "./read-person.server.ts";

/** A member's introduction: who they are, and how to ask them. */
export function PersonHead({ person }: { person: PersonPage }) {
  const { name, avatarUrl, work, study, location, about } = person;
  return (
    <div className={stack[5]}>
      <header className={styles.head}>
        <Avatar name={name} avatarUrl={avatarUrl} size="xl" />
        <div className={stack[2]}>
          <h1>
            <bdi>{name || "No Name"}</bdi>
          </h1>
          <p>
            {work && <span className={styles.line}>{work}</span>}
            {study && <span className={`${styles.line} ${soft}`}>{study}</span>}
            {location && <span className={`${styles.line} ${soft}`}>{location}</span>}
          </p>
        </div>
      </header>
      {about && (
        <p className={styles.about} dir="auto">
          {about}
        </p>
      )}
      <Asking person={person} />
    </div>
  );
}

/** What to ask them, their mentoring and their career path, and where to read more. */
export function PersonMore({ person }: { person: PersonPage }) {
  const { id, links, path, seenAs } = person;
  return (
    <div className={stack[5]}>
      <Topics person={person} />
      <Mentoring person={person} />
      {path.length > 0 && (
        <section>
          <h2 className={styles.label}>From college to today</h2>
          <ol className={styles.path}>
            {path.map(({ title, place, time }) => (
              <li key={`${title} ${place} ${time}`}>
                <bdi>{title}</bdi>
                <span className={small}>
                  <bdi>{place}</bdi>
                  {`, ${time}`}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {(!seenAs || links.length > 0) && (
        <ul className={styles.links} aria-label="Links">
          {links.map(({ href, site }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer nofollow ugc">
                {site}
              </a>
            </li>
          ))}
          {!seenAs && (
            <li>
              <Details id={id} />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

const Details = ({ id }: { id: number }) => <Link to={`/qa-threads/${id}`}>Profile Details</Link>;

/** A topic links to asking about it, or if the member does not like to be asked, to the questions with that tag. */
function Topics({ person: { id, topics, asking, seenAs } }: { person: PersonPage }) {
  const isOn = useIsOn();
  if (topics.length === 0) return null;
  const canBeAsked = !seenAs && asking.ways.length > 0;
  const isLinked = isOn("/questions") || canBeAsked;
  return (
    <section>
      <h2 className={styles.label}>Ask me about</h2>
      <ul className={row[2]}>
        {topics.map((topic) => (
          <li key={topic}>
            {isLinked ? (
              <Link
                className={styles.topic}
                to={
                  canBeAsked
                    ? askTopicHref(asking.ways, id, topic)
                    : `/questions?tag=${encodeURIComponent(topic)}`
                }
              >
                {topic}
              </Link>
            ) : (
              <span className={styles.topic}>{topic}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mentoring({ person: { id, mentoring, seenAs } }: { person: PersonPage }) {
  const isOn = useIsOn();
  if (!mentoring.text || !isOn("/mentoring")) return null;
  return (
    <section className={stack[2]}>
      <p>
        {mentoring.text}{" "}
        {mentoring.note && (
          <bdi className={soft} dir="auto">
            {mentoring.note}
          </bdi>
        )}
      </p>
      {mentoring.canBeAsked && !seenAs && (
        <ButtonLink to={`/mentoring/new?mentor=${id}`} variant="outline" fullWidth>
          Ask to be mentored
        </ButtonLink>
      )}
    </section>
  );
}

const wayTexts: Record<AskWay, string> = {
  message: "by\u00a0message",
  anonymous: "anonymously",
  public: "in\u00a0public",
};

/**
 * What the reader can do with this member: ask, connect, write. The state of the connection is below. One's own page says
 * what others can do.
 */
function Asking({ person }: { person: PersonPage }) {
  const { id, name, firstName, topics, asking, seenAs, connection } = person;
  const { until, ways } = asking;
  const hrefOf = (way: AskWay) => askHref(way, id, topics[0]);
  const isConnected = connection === "connected";
  const isAsked = until === null && ways.length > 0;
  return (
    <div className={stack[3]} id="connection" aria-live="polite">
      {until !== null && (
        <p className={styles.notNow}>
          <b>Not now until {until}.</b> From then on <bdi>{firstName}</bdi> likes to be asked again.
        </p>
      )}
      {seenAs ? (
        <ButtonLink to="/profile?edit#edit" fullWidth>
          Edit Profile
        </ButtonLink>
      ) : (
        <div className={styles.acts}>
          {until === null && (
            <ButtonLink to={hrefOf(ways[0] ?? "message")}>
              <span>
                Ask <bdi>{firstName}</bdi>
              </span>
            </ButtonLink>
          )}
          {isConnected && (
            <ButtonLink to={`/messages/${id}`} variant="outline">
              Message
            </ButtonLink>
          )}
          {connection === "none" && (
            <ConnectionForm userId={String(id)} name={name} choices={[["ask", "Connect", "outline"]]} />
          )}
        </div>
      )}
      <FlashLine at="connection" />
      {seenAs ? (
        <p className={small}>
          {seenAs === "connection" ? "Your connections can " : "Others can "}
          {until === null && "ask and "}
          {seenAs === "connection" ? "message you. " : "connect here. "}
          <Details id={id} />
        </p>
      ) : (
        connection === "pending" && <ConnectionRequest person={person} />
      )}
      {(isConnected || isAsked) && (
        <p className={quiet}>
          {isConnected && "Connected"}
          {isConnected && isAsked && " · "}
          {isAsked && (
            <>
              {"Likes to be asked "}
              {ways.map((way, index) => (
                <span key={way}>
                  {index > 0 && (index === ways.length - 1 ? " or " : ", ")}
                  {seenAs ? wayTexts[way] : <Link to={hrefOf(way)}>{wayTexts[way]}</Link>}
                </span>
              ))}
              .
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** The state of a request to connect, and the reader's answers to it. */
function ConnectionRequest({ person }: { person: PersonPage }) {
  const [state, choices] = describeChoices(person);
  return (
    <div className={`${row[3]} ${quiet}`}>
      <p>{state}</p>
      <ConnectionForm userId={String(person.id)} name={person.name} choices={choices} />
    </div>
  );
}

function describeChoices({
  connectionBy,
  firstName,
}: PersonPage): [state: ReactNode, choices: readonly ConnectionChoice[]] {
  if (connectionBy === "me") return ["Request Sent", [["withdraw", "Withdraw request", "link"]]];
  return [
    <>
      <bdi>{firstName}</bdi> wants to connect with you
    </>,
    [
      ["accept", "Accept", "outline"],
      ["decline", "Decline", "link"],
    ],
  ];
}
