import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { Face } from "#app/people/person.tsx";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { useReload } from "#app/platform/realtime/use-reload.ts";
import { Avatar, IconBadge } from "#app/ui/avatar.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Skyline } from "#app/ui/drawing.tsx";
import { LinkedLines } from "#app/ui/linked-text.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import type { DoneCard } from "./done-card.server.ts";
import type { TodayContent as Content } from "./present.server.ts";
import * as styles from "./today.css.ts";

/** The member's cards, and a new member's first steps. */
export function Today({ content, done }: { content: Content | null; done: DoneCard | null }) {
  const cards = content?.cards ?? noCards;
  const rows = useVisit(cards, done);
  if (content === null) {
    return (
      <div className={`${styles.today} ${stack[5]}`}>
        <h1>Hello</h1>
        <LoadFailure text="We couldn't load what's new for you." />
      </div>
    );
  }
  const { greeting, firstName, line, boards, steps, isAlumni } = content;
  return (
    <div className={`${styles.today} ${stack[5]}`}>
      <div className={stack[1]}>
        <h1>
          {greeting}, <bdi>{firstName}</bdi>
        </h1>
        <p className={quiet}>{line.replace(" days", "\u00a0days")}</p>
      </div>
      {boards && (
        <ul className={styles.boards} aria-label="Your boards today">
          {boards.map((board) => (
            <li key={board.slug}>
              <Link to={`/boards/${board.slug}`}>
                <span dir="auto">
                  <b>{board.title}</b> {board.line}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Skyline />
      {steps && <FirstSteps steps={steps} />}
      <Group title="Waiting for you" rows={rows.filter(({ card }) => !card.isOffer)} all={rows} />
      <Group title="You might like" rows={rows.filter(({ card }) => card.isOffer)} all={rows} isOffers />
      {cards.length === 0 && !steps && <AllDone isAlumni={isAlumni} />}
    </div>
  );
}

type ShownCard = Content["cards"][number];
interface Row {
  card: ShownCard;
  done?: DoneCard;
}

const noCards: ShownCard[] = [];

/**
 * Cards, including finished ones, keep their positions during a visit, so that a double tap cannot hit another card.
 */
function arrange(shown: readonly Row[], cards: readonly ShownCard[], done: DoneCard | null): Row[] {
  const kept = shown.flatMap((row): Row[] => {
    if (done?.id === row.card.id) return [{ card: row.card, done }];
    const card = cards.find(({ id }) => id === row.card.id);
    return card ? [{ card }] : row.done ? [row] : [];
  });
  const isKept = (id: string) => kept.some(({ card }) => card.id === id);
  const added = cards.filter(({ id }) => !isKept(id) && id !== done?.id);
  const rows: Row[] = [...kept, ...added.map((card) => ({ card }))];
  return done?.card && !isKept(done.id) ? rows.toSpliced(done.position, 0, { card: done.card, done }) : rows;
}

/** The rows of the current visit, which ends when the page is hidden or left. */
function useVisit(cards: readonly ShownCard[], done: DoneCard | null): Row[] {
  const [visit, setVisit] = useState({ cards, isOver: false, rows: arrange([], cards, done) });
  const endVisit = useCallback(() => setVisit((last) => ({ ...last, isOver: true })), []);
  useLive(cards, endVisit);
  if (visit.cards === cards) return visit.rows;
  const rows = arrange(visit.isOver ? [] : visit.rows, cards, done);
  setVisit({ cards, isOver: false, rows });
  return rows;
}

/** Frames about events reach everybody, so the reloads that they cause are spread over this time. */
const maxDelayMs = 2_000;

/** Removes cards settled on another device and adds new ones without a page reload. */
function useLive(cards: readonly { url: string }[], onReturn: () => void): void {
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
    const reloadWhenSeen = () => {
      if (document.visibilityState !== "visible") return;
      onReturn();
      reload();
    };
    document.addEventListener("visibilitychange", reloadWhenSeen);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("visibilitychange", reloadWhenSeen);
    };
  }, [reload, onReturn]);
}

/** @param all the rows of both groups, which number the cards */
const Group = ({
  title,
  rows,
  all,
  isOffers = false,
}: {
  title: string;
  rows: Row[];
  all: Row[];
  isOffers?: boolean;
}) =>
  rows.length > 0 && (
    <section className={stack[3]}>
      <h2 className={size.large}>{title}</h2>
      <ul className={isOffers ? styles.offers : styles.waiting} aria-label={title}>
        {rows.map((one) =>
          one.done ? (
            <FinishedCard key={one.card.id} card={one.card} done={one.done} />
          ) : (
            <TodayCard key={one.card.id} card={one.card} position={all.indexOf(one)} />
          ),
        )}
      </ul>
    </section>
  );

/** A card's picture and text. */
const CardFrame = ({ card, title, children }: { card: ShownCard; title: ReactNode; children: ReactNode }) => (
  <li className={styles.card}>
    {"cover" in card ? (
      <Avatar avatarUrl={card.cover} size="md" square />
    ) : "icon" in card ? (
      <IconBadge icon={card.icon} size="md" />
    ) : (
      <Face person={card} size="md" />
    )}
    <div className={styles.body}>
      <div className={stack[1]}>
        <h3 id={card.id}>{title}</h3>
        {card.detail && (
          <p className={quiet} dir="auto">
            {/* No line begins or ends with a dot, or ends with a year of graduation. */}
            {card.detail.replace(/ · (\d{4} )?/g, (dot) => dot.replaceAll(" ", "\u00a0"))}
          </p>
        )}
      </div>
      {children}
    </div>
  </li>
);

function TodayCard({ card, position }: { card: ShownCard; position: number }) {
  const { id, text, url, file, label, intent, isRequest, isOffer } = card;
  const [search] = useSearchParams();
  const isAsked = isRequest && search.get("decline") === id;
  const isSent = useNavigation().formData?.get("card") === id;
  const described = { "aria-describedby": id, disabled: isSent };
  const look = { variant: position === 0 && !isOffer ? "primary" : "outline" } as const;
  return (
    <CardFrame card={card} title={<Link to={url}>{text}</Link>}>
      <div className={isAsked ? stack[2] : undefined}>
        <Form method="post" action="/" className={styles.acts} preventScrollReset>
          <input type="hidden" name="card" value={id} />
          <input type="hidden" name="position" value={position} />
          {isAsked ? (
            <>
              <Button name="intent" value="decline" variant="danger" {...described}>
                Decline
              </Button>
              <ButtonLink to="/" variant="ghost" preventScrollReset>
                Cancel
              </ButtonLink>
            </>
          ) : (
            <>
              {intent ? (
                <Button
                  name="intent"
                  value={intent}
                  onClick={() => intent === "download" && window.location.assign(file ?? `${url}.ics`)}
                  {...described}
                  {...look}
                >
                  {label}
                </Button>
              ) : (
                <ButtonLink to={url} aria-describedby={id} {...look}>
                  {label}
                </ButtonLink>
              )}
              {isRequest && (
                <ButtonLink to={`/?decline=${id}`} variant="ghost" aria-describedby={id} preventScrollReset>
                  Decline…
                </ButtonLink>
              )}
              <Button name="intent" value="hide" variant="ghost" {...described}>
                {hideLabel(card)}
              </Button>
            </>
          )}
        </Form>
        {isAsked && <p className={quiet}>This affects somebody else. You can undo it for a minute.</p>}
      </div>
    </CardFrame>
  );
}

const hideLabel = ({ isRequest }: ShownCard) => (isRequest ? "Later" : "Dismiss");

/** The result in place of the buttons, whose space stays reserved, with Undo below. */
const FinishedCard = ({ card, done: { text, link, undo } }: { card: ShownCard; done: DoneCard }) => (
  <CardFrame card={card} title={card.text}>
    <div className={stack[3]}>
      <div className={styles.finished}>
        <div className={styles.acts} aria-hidden>
          {[card.label, ...(card.isRequest ? ["Decline…"] : []), hideLabel(card)].map((label) => (
            <span key={label} className={buttonClass({ variant: "outline" })}>
              {label}
            </span>
          ))}
        </div>
        <p role="status">{text}</p>
      </div>
      {(undo || link) && (
        <Form method="post" action="/" className={row[3]} preventScrollReset>
          <input type="hidden" name="card" value={card.id} />
          {undo && (
            <Button name="intent" value={undo} size="sm" variant="outline" aria-describedby={card.id}>
              Undo
            </Button>
          )}
          {link && <Link to={link.to}>{link.text}</Link>}
        </Form>
      )}
    </div>
  </CardFrame>
);

/** Three suggestions for members without cards. */
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

function AllDone({ isAlumni }: { isAlumni: boolean }) {
  const isOn = useIsOn();
  return (
    <div className={`${styles.done} ${stack[4]}`}>
      <h2>That is all. Go outside.</h2>
      <p className={`${row[3]} ${styles.ways}`}>
        {ways[isAlumni ? "alumni" : "student"]
          .filter(([to]) => isOn(to))
          .map(([to, text]) => (
            <ButtonLink key={to} to={to} variant="outline">
              {text}
            </ButtonLink>
          ))}
      </p>
    </div>
  );
}

function FirstSteps({ steps }: { steps: NonNullable<Content["steps"]> }) {
  const { profile, batchYear, hasAsked, hasNotes, year, welcome } = steps;
  const isOn = useIsOn();
  return (
    <div className={styles.waiting}>
      <div className={stack[3]}>
        <LinkedLines text={welcome} />
        <h2>{isOn("/resources") ? "Three first steps" : "Two first steps"}</h2>
        <ol className={stack[3]}>
          <Step isDone={profile.isDone} to="/profile?edit" title="Fill in your profile">
            {profile.request}.
          </Step>
          <Step
            isDone={hasAsked}
            to={batchYear ? `/qa-threads?batch=${batchYear}` : "/qa-threads"}
            title={batchYear ? "Meet your batch" : "Meet people"}
          >
            {batchYear
              ? `See who else is in batch ${batchYear}, and connect.`
              : "See who is here, and connect."}
          </Step>
          {isOn("/resources") && (
            <Step isDone={hasNotes} to={`/resources/browse?year=${year ?? ""}`} title="Find notes">
              {year ? `What others shared for year ${year}.` : "What others shared, by year and subject."}
            </Step>
          )}
        </ol>
        <Form method="post" action="/" preventScrollReset>
          <Button name="intent" value="put-away" size="sm" variant="outline">
            Hide these steps
          </Button>
        </Form>
      </div>
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
