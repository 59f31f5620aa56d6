import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { RequestsLine } from "../../people/requests-line.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import * as styles from "./member-home.css.ts";
import type { MemberHome as Content } from "./queries.server.ts";

/** A member's own things first, then the new ones. An empty part is left out. */
export function MemberHome({ content }: { content: Content | null }) {
  if (content === null) {
    return (
      <div className={styles.body}>
        <h1>Hello</h1>
        <LoadFailure text="We couldn't load what's new for you." />
      </div>
    );
  }
  const {
    firstName,
    steps,
    requestCount,
    mentoringCount,
    ownEvents,
    unread,
    ownJobs,
    nextEvents,
    latestJobs,
    latestQuestions,
  } = content;
  return (
    <div className={styles.body}>
      <h1>
        {steps ? "Welcome" : "Hello"}, <bdi>{firstName}</bdi>
      </h1>
      {steps && <FirstSteps steps={steps} />}
      <RequestsLine count={requestCount} />
      <RequestsLine count={mentoringCount} kind="mentoring" />
      <Parts label="Yours">
        <Part title="Your events" to="/events/mine" linkText="All your events" items={ownEvents} />
        <Part title="Unread messages" to="/messages" linkText="All messages" items={unread} />
        <Part title="Your open jobs" to="/jobs/mine" linkText="All your jobs" items={ownJobs} />
      </Parts>
      <Parts label="What's new">
        <Part title="Next events" to="/events" linkText="All events" items={nextEvents} />
        <Part title="Questions for you" to="/questions" linkText="All questions" items={latestQuestions} />
        <Part title="Latest jobs" to="/jobs" linkText="All jobs" items={latestJobs} />
      </Parts>
    </div>
  );
}

const Parts = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.parts} aria-label={label}>
    {children}
  </section>
);

function Part({
  title,
  to,
  linkText,
  items,
}: {
  title: string;
  to: string;
  linkText: string;
  items: Content["nextEvents"];
}) {
  if (items.length === 0) return null;
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Link to={to}>{linkText}</Link>
      </div>
      <ul className={styles.list}>
        {items.map(({ href, title: name, lines }) => (
          <li key={href}>
            <Link to={href} className={styles.item}>
              <b>{name}</b>
              {lines.map((line) => (
                <span key={line} className={styles.line}>
                  {" "}
                  {line}
                </span>
              ))}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FirstSteps({ steps }: { steps: NonNullable<Content["steps"]> }) {
  const { profile, batchYear, hasAsked, hasNotes, year } = steps;
  return (
    <div className={styles.steps}>
      <h2>Three first steps</h2>
      <ol className={styles.stepList}>
        <Step isDone={profile.done === profile.total} to="/profile?edit" title="Fill in your profile">
          It has {profile.done} of {profile.total} things that help others find you.
        </Step>
        <Step isDone={hasAsked} to={`/qa-threads?batch=${batchYear ?? ""}`} title="Meet your batch">
          {batchYear
            ? `See who else is in batch ${batchYear}, and connect.`
            : "See who is here, and connect."}
        </Step>
        <Step isDone={hasNotes} to={`/resources/browse?year=${year ?? ""}`} title="Find notes">
          {year ? `What others shared for year ${year}.` : "What others shared, by year and subject."}
        </Step>
      </ol>
      <Form method="post" action="/" preventScrollReset>
        <Button size="sm" variant="outline">
          Put these away
        </Button>
      </Form>
    </div>
  );
}

const Step = ({
  isDone,
  to,
  title,
  children,
}: {
  isDone: boolean;
  to: string;
  title: string;
  children: ReactNode;
}) => (
  <li className={styles.step}>
    <Link to={to}>{title}</Link>
    {isDone && <span className={styles.done}>Done</span>}
    <p>{children}</p>
  </li>
);
