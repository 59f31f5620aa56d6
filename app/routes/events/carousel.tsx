import { Link } from "react-router";
import { unseen } from "../../styles/global.css.ts";
import * as styles from "./carousel.css.ts";
import { Picture } from "./event-card.tsx";
import { facts, kind } from "./events.css.ts";
import type { PresentedEvent } from "./present-event.ts";

/** The carousel has so many slides at most. */
const maxSlides = 6;

/** The next events, one at a time: a strip to scroll, with a dot for each. */
export function Carousel({ events }: { events: PresentedEvent[] }) {
  const slides = events.slice(0, maxSlides);
  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label="Next events">
      <ul className={styles.strip}>
        {slides.map((event, index) => (
          <li key={event.id} id={`slide-${event.id}`} className={styles.slide}>
            <Picture event={event} isLazy={index > 0} />
            <div className={styles.slideText}>
              <p className={kind}>{event.type}</p>
              <h2 className={styles.slideTitle}>
                <Link to={`/events/${event.id}`} preventScrollReset>
                  {event.title}
                </Link>
              </h2>
              <p className={facts}>
                <time dateTime={event.date}>{event.when}</time> · {event.location}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={styles.controls}>
          <nav className={styles.dots} aria-label="Slides">
            {slides.map((event, index) => (
              <a key={event.id} className={styles.dot} href={`#slide-${event.id}`}>
                <span className={unseen}>
                  Slide {index + 1}: {event.title}
                </span>
              </a>
            ))}
          </nav>
        </div>
      )}
    </section>
  );
}
