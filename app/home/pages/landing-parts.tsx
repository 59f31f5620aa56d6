import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { quiet, small, soft } from "#app/ui/styles/layout.css.ts";
import type { Feature } from "../content.ts";
import * as drawing from "./drawings.css.ts";
import * as styles from "./landing.css.ts";
import type { Landing } from "./landing.server.ts";

/** The tagline with the ways in, and the numbers that are large enough to show. */
export function Hero({
  college,
  numbers,
  isMember,
}: {
  college: string | null;
  numbers: readonly string[];
  isMember: boolean;
}) {
  const Tagline = isMember ? "h2" : "h1";
  const isOn = useIsOn();
  const [hasJobs, hasNotes] = [isOn("/jobs"), isOn("/resources")];
  return (
    <section className={styles.hero}>
      <div className={styles.welcome}>
        <p className={styles.eyebrow}>Students and alumni of {college ?? "one college"}</p>
        <Tagline className={styles.tagline}>
          From Newcomers to Navigators, connecting students to succeed together.
        </Tagline>
        <p className={styles.promise}>Ask a senior who's been there. Find notes, jobs and events.</p>
        {isMember ? (
          <p className={styles.actions}>
            {hasJobs && (
              <ButtonLink to="/jobs" size="lg">
                See jobs
              </ButtonLink>
            )}
            {hasNotes && (
              <ButtonLink to="/resources" size="lg" variant="outline">
                Browse notes
              </ButtonLink>
            )}
          </p>
        ) : (
          <>
            <p className={styles.actions}>
              <ButtonLink to="/register" size="lg">
                Get Started
              </ButtonLink>
              <ButtonLink to="/login" size="lg" variant="outline">
                Log In
              </ButtonLink>
            </p>
            {(hasJobs || hasNotes) && (
              <p className={styles.guestLinks}>
                Just looking? Start with {hasJobs && <Link to="/jobs">jobs</Link>}
                {hasJobs && hasNotes && " or "}
                {hasNotes && <Link to="/resources">notes</Link>}.
              </p>
            )}
          </>
        )}
        {numbers.length > 0 && <p className={quiet}>{numbers.join(" · ")}</p>}
      </div>
      <div className={isMember ? styles.memberDrawing : undefined}>
        <QuadrantDrawing />
      </div>
    </section>
  );
}

/** The latest event, job and note. */
export const Live = ({ things }: { things: Landing["live"] }) =>
  things.length > 0 && (
    <section className={styles.live} aria-label="Right now">
      {things.map(({ label, to, title, text }) => (
        <div key={to} className={styles.thing}>
          <p className={small}>{label}</p>
          <Link to={to} dir="auto">
            {title}
          </Link>
          <p className={soft} dir="auto">
            {text}
          </p>
        </div>
      ))}
    </section>
  );

export function Features({
  features,
  siteName,
  isMember,
  areQuestionsPublic,
}: {
  features: readonly Feature[];
  siteName: string;
  isMember: boolean;
  areQuestionsPublic: boolean;
}) {
  return (
    <Section title={`Find your way with ${siteName}`}>
      <ul className={styles.features}>
        {features.map(({ icon, title, text, to, isPublic }) => (
          <li key={icon} className={styles.feature} data-card>
            <Icon name={`feature-${icon}`} size={28} />
            <div>
              <h3>
                {isMember || isPublic || (to === "/questions" && areQuestionsPublic) ? (
                  <Link to={to}>{title}</Link>
                ) : (
                  title
                )}
              </h3>
              <p className={soft}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Peers({ isSample, entries }: NonNullable<Landing["placed"]>) {
  return (
    <Section title="Connect With Experienced Peers" sample={isSample && "made-up people and companies"}>
      <ul className={styles.peers}>
        {entries.map(({ name, role, company }) => (
          <li key={name} className={styles.peer} data-card>
            <Avatar name={name} avatarUrl={null} size="xl" />
            <div>
              <h3>{name}</h3>
              <p className={soft}>{role}</p>
              <p className={styles.joined}>Joined {company}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Voices({ isSample, entries }: NonNullable<Landing["testimonials"]>) {
  return (
    <Section title="Loved by Students" sample={isSample && "made-up people and words"}>
      <ul className={styles.voices}>
        {entries.map(({ quote, name, role }) => (
          <li key={name} className={styles.voice} data-card>
            <figure className={styles.figure}>
              <blockquote className={styles.quote}>{quote}</blockquote>
              <figcaption className={styles.speaker}>
                <Avatar name={name} avatarUrl={null} />
                <span>
                  <b>{name}</b>
                  <span className={styles.role}>{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Feedback() {
  return (
    <section className={styles.call} aria-labelledby="feedback-title">
      <div className={styles.callInner}>
        <div id="feedback">
          <h2 id="feedback-title">What would make it better?</h2>
          <p className={soft}>Two lines are enough. We read every one.</p>
          <FlashLine at="feedback" />
        </div>
        <Link
          to="/feedback"
          className={buttonClass({ size: "lg", variant: "outline" })}
          preventScrollReset
          data-dialog
        >
          Submit Feedback
        </Link>
      </div>
    </section>
  );
}

function Section({
  title,
  sample,
  children,
}: {
  title: string;
  sample?: string | false;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {sample && <p className={small}>{`Sample: ${sample}`}</p>}
      </div>
      {children}
    </section>
  );
}

/** The names are repeated, so that the strip scrolls endlessly. Screen readers and still pages get them once. */
export function Partners({ isSample, entries }: NonNullable<Landing["partners"]>) {
  const names = (hidden: boolean) => (
    <ul className={styles.names} aria-hidden={hidden || undefined} data-copy={hidden || undefined}>
      {entries.map(({ name }) => (
        <li key={name} className={styles.name}>
          {name}
        </li>
      ))}
    </ul>
  );
  return (
    <section className={styles.partners} aria-label="Partner colleges">
      <div className={styles.partnersHead}>
        <p className={small}>Partner colleges{isSample && " (samples)"}</p>
        <label className={styles.stop}>
          <input type="checkbox" data-still className={styles.stopBox} /> Pause
        </label>
      </div>
      <div className={styles.strip}>
        {names(false)}
        {names(true)}
      </div>
    </section>
  );
}

/** The drawing at the top: a quadrant whose pointer searches for its star. */
function QuadrantDrawing() {
  return (
    <svg className={drawing.instrument} viewBox="0 0 440 420" aria-hidden>
      <path d="M40 20v360h360A360 360 0 0 0 40 20z" />
      <path className={drawing.soft} d="M40 60a320 320 0 0 1 320 320M40 84a296 296 0 0 1 296 296" />
      <path className={drawing.faint} d="M40 180a200 200 0 0 1 200 200M40 280a100 100 0 0 1 100 100" />
      {/* Draws a mark every two degrees and a longer one every ten, as dashes of a broad stroke. */}
      <g strokeLinecap="butt" strokeDashoffset=".1">
        <path d="M395 380A355 355 0 0 0 40 25" pathLength="90" strokeWidth="10" strokeDasharray=".2 1.8" />
        <path d="M388 380A348 348 0 0 0 40 32" pathLength="90" strokeWidth="24" strokeDasharray=".2 9.8" />
      </g>
      <g className={drawing.stars}>
        <path d="M120 300 190 252 150 170M190 252 230 320M150 170 96 220 120 300" />
        <circle cx="120" cy="300" r="3" />
        <circle cx="190" cy="252" r="3" />
        <circle cx="150" cy="170" r="3" />
        <circle cx="230" cy="320" r="3" />
        <circle cx="96" cy="220" r="3" />
      </g>
      <g className={drawing.pointer}>
        <path d="M40 380 277 143" />
        <circle cx="277" cy="143" r="6" />
      </g>
      <circle cx="40" cy="380" r="5" />
    </svg>
  );
}
