import { Link } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { Title } from "#app/ui/page.tsx";
import { CopyButton, WhatsAppLink } from "#app/ui/share.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/this-week.ts";
import { describeWeek, loadWeek } from "./read-week.server.ts";
import * as styles from "./this-week.css.ts";

/** The message for a group has more. */
const shownItems = 5;

export const handle = {
  title: "This week",
  failed: "Failed to load this week",
  scripts: "members",
  cache: { params: [], varyBy: "guests" },
};

export async function loader(args: Route.LoaderArgs) {
  const viewer = await getViewer(args);
  const shared = await loadWeek(false);
  return {
    sections: (viewer ? await loadWeek(true) : shared).map(({ items, hasMore, ...section }) => ({
      ...section,
      items: items.slice(0, shownItems),
      hasMore: hasMore || items.length > shownItems,
    })),
    text: describeWeek(shared),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function ThisWeek({ loaderData: { sections, text } }: Route.ComponentProps) {
  return (
    <div className={`${page} ${stack[5]} ${padded}`}>
      <link rel="alternate" type="application/atom+xml" title="This week" href="/this-week.atom" />
      <div className={stack[2]}>
        <Title heading description="Events of the coming days, and new jobs, notes and questions.">
          This week
        </Title>
        <p className={quiet}>Events of the next seven days, and what was new in the past seven.</p>
      </div>
      {sections.length === 0 && (
        <EmptyState title="Nothing new this week">
          <p>New events, jobs, notes and questions appear here.</p>
        </EmptyState>
      )}
      <div className={styles.sections}>
        {sections.map(({ title, path, items, hasMore }) => (
          <section key={title} className={styles.section} aria-label={title}>
            <h2 className={size.large}>{title}</h2>
            <ul className={styles.rows}>
              {items.map((each) => (
                <li key={each.path}>
                  <Link to={each.path} className={styles.link}>
                    {each.mark && <Mark of={each.mark} isCompany={path === "/jobs"} />}
                    <bdi>{each.title}</bdi>
                    {each.detail && (
                      <span className={quiet} dir="auto">
                        {each.detail}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
            {hasMore && (
              <Link to={path} className={styles.more}>
                {`All ${title.toLowerCase()}`}
              </Link>
            )}
          </section>
        ))}
        <section className={`${styles.section} ${stack[3]}`} aria-labelledby="group">
          <h2 id="group" className={size.large}>
            For your group
          </h2>
          <p className={quiet}>Post it every Monday where people already are. Guests may read all of it.</p>
          <TextArea
            field={{ id: "text", name: "text", initialValue: text }}
            label="Message"
            readOnly
            rows={6}
            optional={false}
          />
          <div className={row[3]}>
            <CopyButton text={text} />
            <WhatsAppLink text={text} />
            <a href="/this-week.txt" className={styles.more}>
              Plain text
            </a>
            <a href="/this-week.atom" className={styles.more}>
              Feed
            </a>
          </div>
        </section>
      </div>
    </div>
  );
}

/** The letter of a company, the day of an event, or the type of a file. */
const Mark = ({ of, isCompany }: { of: string; isCompany: boolean }) =>
  isCompany ? (
    <Avatar name={of} square />
  ) : (
    <span className={styles.mark} aria-hidden>
      {of}
    </span>
  );
