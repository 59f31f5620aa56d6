import { Link } from "react-router";
import { Alert } from "#app/ui/forms/field.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { resourceTexts } from "../rules.ts";
import * as styles from "./upload.css.ts";

interface Report {
  shared: { id: number; title: string }[];
  refused: { name: string; reason: string }[];
  isCut: boolean;
}

/** The result of each file, after an upload without scripts. */
export const UploadReport = ({ report: { shared, refused, isCut } }: { report: Report }) => (
  <section className={stack[3]} role="status" aria-labelledby="report">
    <h2 id="report">{`${shared.length} of ${shared.length + refused.length} files are shared`}</h2>
    <ul className={styles.rows}>
      {shared.map(({ id, title }) => (
        <li key={id} className={styles.line}>
          <Link to={`/resources/${id}`}>
            <bdi>{title}</bdi>
          </Link>
          <span className={styles.shared}>Shared</span>
        </li>
      ))}
      {refused.map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={index} className={styles.line}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className={styles.refused}>{reason}</span>
        </li>
      ))}
    </ul>
    {isCut && <Alert texts={[resourceTexts.cut]} kind="notice" />}
    <p>Correct the others and send them again. Your choices are still below.</p>
  </section>
);
