import * as styles from "./today.css.ts";

/** The hills around the college, its tower, and the quadrant's pointer on a star. */
export const Horizon = () => (
  <svg
    className={styles.horizon}
    viewBox="0 0 900 64"
    preserveAspectRatio="xMidYMax slice"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden
  >
    <path
      opacity=".5"
      d="M0 58c90-16 150-14 230 0s130-14 220-8 160 10 250 4 130-8 200 4M300 22h.1M372 10h.1M392 34h.1M548 14h.1M600 30h.1M90 20h.1M760 12h.1"
      strokeLinecap="round"
    />
    <path d="M0 62h900M516 62V46h18v16M521 46v-7h8v7M519 39l6-7 6 7z" />
    <g className={styles.pointer}>
      <path d="M450 62 486 24" strokeWidth="3" strokeLinecap="round" />
      <circle cx="487" cy="23" r="3" />
    </g>
  </svg>
);
