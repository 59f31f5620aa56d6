import type { ReactNode } from "react";
import { Link } from "react-router";
import { LoadFailure } from "../../ui/load-failure.tsx";
import * as styles from "./home.css.ts";
import type { NewsContent } from "./queries.server.ts";

/** What is new for a member. Nothing at all where nothing is. */
export function News({ content }: { content: NewsContent | null }) {
  if (content === null) {
    return (
      <section className={styles.news} aria-label="What's new">
        <LoadFailure text="We couldn't load what's new for you." />
      </section>
    );
  }
  const { unread, events, jobs } = content;
  if (unread.length + events.length + jobs.length === 0) return null;
  return (
    <section className={styles.news} aria-label="What's new">
      {unread.length > 0 && (
        <Part title="Unread messages" to="/messages" linkText="All messages">
          {unread.map(({ href, name, text, ago }) => (
            <li key={href}>
              <Link to={href} className={styles.newsItem}>
                <b className={styles.newsTitle}>{name}</b> <span className={styles.newsLine}>{text}</span>{" "}
                <span className={styles.newsFact}>{ago}</span>
              </Link>
            </li>
          ))}
        </Part>
      )}
      {events.length > 0 && (
        <Part title="Next events" to="/events" linkText="All events">
          {events.map(({ href, title, location, when }) => (
            <li key={href}>
              <Link to={href} className={styles.newsItem}>
                <b className={styles.newsTitle}>{title}</b>{" "}
                <span className={styles.newsLine}>{location}</span>{" "}
                <span className={styles.newsFact}>{when}</span>
              </Link>
            </li>
          ))}
        </Part>
      )}
      {jobs.length > 0 && (
        <Part title="Latest jobs" to="/jobs" linkText="All jobs">
          {jobs.map(({ href, title, company, ago }) => (
            <li key={href}>
              <Link to={href} className={styles.newsItem}>
                <b className={styles.newsTitle}>{title}</b> <span className={styles.newsLine}>{company}</span>{" "}
                <span className={styles.newsFact}>{ago}</span>
              </Link>
            </li>
          ))}
        </Part>
      )}
    </section>
  );
}

function Part({
  title,
  to,
  linkText,
  children,
}: {
  title: string;
  to: string;
  linkText: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.newsPart}>
      <div className={styles.newsHead}>
        <h2>{title}</h2>
        <Link to={to}>{linkText}</Link>
      </div>
      <ul className={styles.newsList}>{children}</ul>
    </div>
  );
}
