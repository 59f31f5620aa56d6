import { ButtonLink } from "#app/ui/button.tsx";
import { padded, quiet, spread, stack } from "#app/ui/styles/layout.css.ts";
import type { JobMonth } from "../report-input.server.ts";
import type { Count } from "../tracking-texts.ts";
import * as styles from "./job-report.css.ts";

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const say = (count: Count) => (count === "<5" ? "a few" : count);

/** The results of the jobs by month, latest first. */
export const JobReport = ({ months }: { months: JobMonth[] }) => (
  <section className={`${stack[3]} ${padded}`} aria-labelledby="report">
    <div className={spread}>
      <h2 id="report">Jobs by month</h2>
      <ButtonLink
        to={`/api/reports/jobs?from=${months.at(0)?.month}&to=${months.at(-1)?.month}&format=csv`}
        variant="outline"
        reloadDocument
      >
        Download as CSV
      </ButtonLink>
    </div>
    <p className={quiet}>
      How many jobs were posted, and how many times members opened a link, said that they applied and said
      that they have an offer. Fewer than five are “a few”.
    </p>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Postings</th>
          <th scope="col">Opened</th>
          <th scope="col">Applied</th>
          <th scope="col">Offers</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, postings, opened, applied, offers }) => (
          <tr key={month}>
            <th scope="row">{monthFormat.format(new Date(`${month}-01`))}</th>
            <td>{say(postings)}</td>
            <td>{say(opened)}</td>
            <td>{say(applied)}</td>
            <td>{say(offers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
