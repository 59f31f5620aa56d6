import sliderUrl from "keen-slider/keen-slider.es.js?url";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import * as styles from "./carousel.css.ts";
import { Picture } from "./event-card.tsx";
import { facts, kind } from "./events.css.ts";
import type { PresentedEvent } from "./present-event.ts";

const maxSlides = 6;
const script = "/carousel.js";
const loadCarousel = (): Promise<typeof import("#app/device/scripts/carousel.ts")> =>
  import(/* @vite-ignore */ script);

/**
 * The next events, one at a time: a scrollable strip with a dot for each. `app/device/scripts/carousel.ts` moves it: for members
 * with keen-slider; for guests, whose page has no React, by scrolling.
 * @param isStill whether the visitor saves data, which stops automatic movement
 */
export function Carousel({
  events,
  isMember,
  isStill,
}: {
  events: PresentedEvent[];
  isMember: boolean;
  isStill: boolean;
}) {
  const root = useRef<HTMLElement>(null);
  const slides = events.slice(0, maxSlides);
  const isMoving = slides.length > 1;
  useEffect(() => {
    // Load nothing while the carousel is hidden.
    if (!isMoving || !root.current?.checkVisibility()) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    loadCarousel().then(
      ({ startCarousel }) => {
        if (root.current && !isGone) stop = startCarousel(root.current);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isMoving]);
  return (
    <section
      ref={root}
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label="Next events"
      data-carousel
      data-slider={isMember ? sliderUrl : undefined}
      data-still={isStill || undefined}
    >
      {isMoving && !isMember && <script type="module" src={script} />}
      <ul className={styles.strip}>
        {slides.map((event) => (
          <li key={event.id} id={`slide-${event.id}`} className={styles.slide}>
            <Picture event={event} isLazy />
            <div className={styles.slideText}>
              <p className={kind}>{event.type}</p>
              <h2 className={styles.slideTitle}>
                <Link to={`/events/${event.id}`} preventScrollReset>
                  <bdi>{event.title}</bdi>
                </Link>
              </h2>
              <p className={facts}>
                <time dateTime={event.date}>{event.when}</time>
              </p>
              <p className={facts}>
                <bdi>{event.location}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isMoving && (
        <div className={styles.controls}>
          <nav className={styles.dots} aria-label="Slides">
            {slides.map((event, index) => (
              <a key={event.id} className={styles.dot} href={`#slide-${event.id}`}>
                <span className={visuallyHidden}>
                  Slide {index + 1}: {event.title}
                </span>
              </a>
            ))}
          </nav>
          <div className={styles.buttons}>
            <button type="button" className={styles.button} hidden>
              Pause
            </button>
            <button type="button" className={styles.button} hidden aria-label="Previous slide">
              <Icon name="left" />
            </button>
            <button type="button" className={styles.button} hidden aria-label="Next slide">
              <Icon name="right" />
            </button>
          </div>
        </div>
      )}
    </section>
  );
}
