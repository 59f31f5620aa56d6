import { Link } from "react-router";
import { small } from "#app/ui/styles/layout.css.ts";
import type { ContributionKind } from "../contributions-input.server.ts";
import * as styles from "./person.css.ts";
import type { ContributionRow } from "./read-person.server.ts";

export const contributionTitles: Record<ContributionKind, string> = {
  answers: "Answers",
  resources: "Notes",
  events: "Events",
  jobs: "Open jobs",
};

/** The latest contributions of one kind, with a link to all of them. */
export const ContributionsSection = ({
  personId,
  kind,
  rows,
  hasMore,
}: {
  personId: number;
  kind: ContributionKind;
  rows: ContributionRow[];
  hasMore: boolean;
}) => (
  <section aria-labelledby={`given-${kind}`}>
    <div className={styles.kind}>
      <h3 id={`given-${kind}`} className={styles.label}>
        {contributionTitles[kind]}
      </h3>
      {hasMore && (
        <Link
          to={`/people/${personId}/given/${kind}`}
        >{`All ${contributionTitles[kind].toLowerCase()}`}</Link>
      )}
    </div>
    <ul className={styles.given}>
      {rows.map((row) => (
        <ContributionItem key={row.url} row={row} />
      ))}
    </ul>
  </section>
);

export const ContributionItem = ({ row: { title, url, facts } }: { row: ContributionRow }) => (
  <li className={styles.thing}>
    <Link to={url} dir="auto">
      {title}
    </Link>
    {facts && <span className={small}>{facts}</span>}
  </li>
);
