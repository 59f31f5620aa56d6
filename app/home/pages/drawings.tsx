import * as styles from "./drawings.css.ts";

/** The drawing at the top: a quadrant whose pointer searches for its star. */
export function QuadrantDrawing() {
  return (
    <svg className={styles.instrument} viewBox="0 0 420 420" aria-hidden>
      <path d="M40 20v360h360A360 360 0 0 0 40 20z" />
      <path className={styles.soft} d="M40 60a320 320 0 0 1 320 320M40 84a296 296 0 0 1 296 296" />
      <path className={styles.faint} d="M40 180a200 200 0 0 1 200 200M40 280a100 100 0 0 1 100 100" />
      {/* Draws a mark every two degrees and a longer one every ten, as dashes of a broad stroke. */}
      <g strokeLinecap="butt" strokeDashoffset=".1">
        <path d="M395 380A355 355 0 0 0 40 25" pathLength="90" strokeWidth="10" strokeDasharray=".2 1.8" />
        <path d="M388 380A348 348 0 0 0 40 32" pathLength="90" strokeWidth="24" strokeDasharray=".2 9.8" />
      </g>
      <g className={styles.stars}>
        <path d="M120 300 190 252 150 170M190 252 230 320M150 170 96 220 120 300" />
        <circle cx="120" cy="300" r="3" />
        <circle cx="190" cy="252" r="3" />
        <circle cx="150" cy="170" r="3" />
        <circle cx="230" cy="320" r="3" />
        <circle cx="96" cy="220" r="3" />
      </g>
      <g className={styles.pointer}>
        <path d="M40 380 277 143" />
        <circle cx="277" cy="143" r="6" />
      </g>
      <circle className={styles.pivot} cx="40" cy="380" r="5" />
    </svg>
  );
}
