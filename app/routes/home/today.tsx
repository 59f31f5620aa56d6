import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Face } from "../../people/person.tsx";
import { useServerFrames } from "../../realtime/provider.tsx";
import { useReload } from "../../realtime/use-reload.ts";
import { touchable } from "../../styles/global.css.ts";
import { quiet, row, stack } from "../../styles/layout.css.ts";
import { Sign } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Skyline } from "../../ui/drawing.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Today as Content } from "./present-today.server.ts";
import * as styles from "./today.css.ts";

/** What waits for the member, and what a new one may do first. */
export function Today({ content }: { content: Content | null }) {
  useLive(content?.cards ?? []);
  if (content === null) {
    return (
      <div className={`${styles.today} ${stack[4]}`}>
        <h1>Hello</h1>
        <LoadFailure text="We couldn't load what's new for you." />
      </div>
    );
  }
  const { greeting, firstName, line, steps, cards, isAlumni } = content;
  return (
    <div className={`${styles.today} ${stack[4]}`}>
      <div className={stack[1]}>
        <h1>
          {greeting}, <bdi>{firstName}</bdi>
        </h1>
        <p className={quiet}>{line}</p>
      </div>
      <Skyline />
      {steps && <FirstSteps steps={steps} />}
      {cards.length === 0 && !steps && <AllDone isAlumni={isAlumni} />}
      {cards.length > 0 && (
        <ul className={styles.cards} aria-label="Waiting for you">
          {cards.map((card, place) => (
            <TodayCard key={card.id} card={card} isFirst={place === 0} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Of the frames that go to everybody, those of an event that is on a card: not all at the same moment. */
const maxDelayMs = 2_000;

/** A card goes when its matter is settled on another device, and comes without a reload. */
function useLive(cards: readonly { url: string }[]): void {
  const reload = useReload();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useServerFrames(({ event, data }) => {
    if (event === "notice" || event === "unread_messages" || event === "receive_message") reload();
    else if (
      event.startsWith("event:") &&
      "id" in data &&
      cards.some(({ url }) => url === `/events/${data.id}`)
    ) {
      clearTimeout(timer.current);
      timer.current = setTimeout(reload, Math.random() * maxDelayMs);
    }
  });
  useEffect(() => {
    const reloadWhenSeen = () => document.visibilityState === "visible" && reload();
    document.addEventListener("visibilitychange", reloadWhenSeen);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("visibilitychange", reloadWhenSeen);
    };
  }, [reload]);
}

function TodayCard({ card, isFirst }: { card: Content["cards"][number]; isFirst: boolean }) {
  const { id, text, detail, url, file, label, intent } = card;
  const isSent = useNavigation().formData?.get("card") === id;
  const look = { variant: isFirst ? "primary" : "outline", "aria-describedby": id } as const;
  return (
    <li className={styles.card}>
      {"icon" in card ? <Sign icon={card.icon} size="md" /> : <Face person={card} size="md" />}
      <div className={styles.body}>
        <div className={stack[1]}>
          <h2 id={id}>
            <Link to={url}>{text}</Link>
          </h2>
          {detail && (
            <p className={quiet} dir="auto">
              {detail}
            </p>
          )}
        </div>
        <Form method="post" action="/" className={styles.acts} preventScrollReset>
          <input type="hidden" name="card" value={id} />
          {intent ? (
            <Button
              name="intent"
              value={intent}
              disabled={isSent}
              onClick={() => intent === "download" && window.location.assign(file ?? `${url}.ics`)}
              {...look}
            >
              {label}
            </Button>
          ) : (
            <ButtonLink to={url} {...look}>
              {label}
            </ButtonLink>
          )}
          <Button name="intent" value="hide" variant="ghost" disabled={isSent} aria-describedby={id}>
            Not this
          </Button>
        </Form>
      </div>
    </li>
  );
}

/** Three ways on for whoever has nothing to do. */
const ways = {
  student: [
    ["/questions", "Help somebody"],
    ["/resources", "Find notes"],
    ["/qa-threads", "Meet people"],
  ],
  alumni: [
    ["/questions", "Help somebody"],
    ["/post-job", "Post a job"],
    ["/qa-threads", "Meet people"],
  ],
} as const;

const AllDone = ({ isAlumni }: { isAlumni: boolean }) => (
  <div className={`${styles.done} ${stack[4]}`}>
    <h2>That is all. Go outside.</h2>
    <p className={`${row[3]} ${styles.ways}`}>
      {ways[isAlumni ? "alumni" : "student"].map(([to, text]) => (
        <ButtonLink key={to} to={to} variant="outline">
          {text}
        </ButtonLink>
      ))}
    </p>
  </div>
);

function FirstSteps({ steps }: { steps: NonNullable<Content["steps"]> }) {
  const { profile, batchYear, hasAsked, hasNotes, year } = steps;
  return (
    <div className={`${styles.card} ${styles.steps}`}>
      <h2>Three first steps</h2>
      <ol className={stack[3]}>
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
        <Button name="intent" value="put-away" size="sm" variant="outline">
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
  <li>
    <Link to={to} className={touchable}>
      {title}
    </Link>
    {isDone && <span className={quiet}> Done</span>}
    <p className={quiet}>{children}</p>
  </li>
);
