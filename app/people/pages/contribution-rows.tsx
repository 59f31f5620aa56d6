import { Link } from "react-router";
import { small } from "#app/ui/styles/layout.css.ts";
import type { GivenKind } from "../contributions-input.server.ts";
import * as styles from "./person.css.ts";
import type { GivenRow } from "./read-person.server.ts";

export const givenTitles: Record<GivenKind, string> = {
  answers: "Answers",
  resources: "Notes",
  events: "Events",
  jobs: "Open jobs",
};

/** The latest of one kind, and the way to all. */
export const GivenSection = ({
  personId,
  kind,
  rows,
  hasMore,
}: {
  personId: number;
  kind: GivenKind;
  rows: GivenRow[];
  hasMore: boolean;
}) => (
  <section aria-labelledby={`given-${kind}`}>
    <div className={styles.kind}>
      <h3 id={`given-${kind}`} className={styles.label}>
        {givenTitles[kind]}
      </h3>
      {hasMore && <Link to={`/people/${personId}/given/${kind}`}>All {givenTitles[kind].toLowerCase()}</Link>}
    </div>
    <ul className={styles.given}>
      {rows.map((row) => (
        <GivenItem key={row.url} row={row} />
      ))}
    </ul>
  </section>
);

export const GivenItem = ({ row: { title, url, facts } }: { row: GivenRow }) => (
  <li className={styles.thing}>
    <Link to={url} dir="auto">
      {title}
    </Link>
    {facts && <span className={small}>{facts}</span>}
  </li>
);
