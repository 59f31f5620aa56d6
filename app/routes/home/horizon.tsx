import * as styles from "./today.css.ts";

/** The hills around the college, its tower, and the quadrant's pointer on a star. */
export const Horizon = () => (
  <svg
    className={styles.horizon}
    viewBox="0 0 900 64"
    preserveAspectRatio="xMidYMax slice"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    aria-hidden
  >
    <path
      opacity=".5"
      d="M0 58q115-16 230 0t220-8 250 4 200 0M300 22h0M392 34h0M548 14h0M600 30h0M90 20h0M760 12h0"
    />
    <path d="M0 62h900M516 62V46h18v16M521 46v-7h8v7M519 39l6-7 6 7z" />
    <path className={styles.pointer} d="M450 62 486 24h0" />
  </svg>
);
