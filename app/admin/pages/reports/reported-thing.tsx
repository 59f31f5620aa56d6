import { Link } from "react-router";
import { type Person, PersonLine } from "#app/people/person.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { prose, quiet, size, small, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import type { ReportContext } from "./report-context.server.ts";

/** `when`: "today", or the day a guest wrote. `made`: when anyone else created it. */
type ShownContext = Omit<ReportContext, "muteKey" | "day" | "author" | "at" | "lines"> & {
  author: Person;
  when: string | null;
  made: string | null;
  lines: { id: number; who: string; text: string; sent: string }[];
};

/** The reported item and the lines around it. */
export function ReportedThing({
  heading,
  made,
  title,
  context,
}: {
  heading: string;
  /** The label above the author's name, such as "Posted by ". Empty if the author is reported. */
  made: string;
  title: string | null;
  context: ShownContext | null;
}) {
  if (!context) {
    return (
      <section className={stack[3]}>
        <h2 className={size.large}>{heading}</h2>
        <p>It is gone. It began like this:</p>
        <blockquote className={styles.thing}>{title ?? "Nothing of it is left."}</blockquote>
      </section>
    );
  }
  return (
    <section className={stack[3]}>
      <h2 className={size.large}>{heading}</h2>
      <p className={stack[1]}>
        {made && <span className={small}>{made}</span>}
        <PersonLine person={context.author}>
          <span className={quiet}>
            {context.when ? `, ${context.when}` : context.made && `, ${made ? "" : "joined "}${context.made}`}
            {context.authorId && ` (${context.authorId})`}
            {context.isMuted && " (muted)"}
          </span>
        </PersonLine>
      </p>
      {context.isDeleted && <p className={quiet}>It is deleted, and can still come back.</p>}
      {(context.title || context.text) && (
        <blockquote className={styles.thing}>
          {context.title && (
            <p>
              <b>
                <bdi>{context.title}</bdi>
              </b>
            </p>
          )}
          {context.text && (
            <p className={prose} dir="auto">
              {context.text}
            </p>
          )}
        </blockquote>
      )}
      {context.lines.length > 0 && (
        <ol className={styles.lines}>
          {context.lines.map(({ id, who, text, sent }) => (
            <li key={id} className={id === context.reportedId ? styles.reportedLine : styles.said}>
              <span className={quiet}>
                <bdi>{who}</bdi>
                {` · ${sent}`}
                {id === context.reportedId && " · reported"}
              </span>
              <p className={prose} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
      {context.files.length > 0 && (
        <ul>
          {context.files.map(({ url, name }) => (
            <li key={url}>
              <a href={url} className={touchable} target="_blank" rel="noreferrer">
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {context.href && (
        <p>
          <Link to={context.href} className={touchable}>
            Open it
          </Link>
        </p>
      )}
    </section>
  );
}
