import type { ReactNode } from "react";
import * as styles from "./drawings.css.ts";

/** The instrument on the first screen: a quadrant whose pointer looks for its star. */
export function QuadrantDrawing() {
  return (
    <svg className={styles.instrument} viewBox="0 0 420 420" aria-hidden>
      <path d="M40 20v360h360A360 360 0 0 0 40 20z" />
      <path className={styles.soft} d="M40 60a320 320 0 0 1 320 320M40 84a296 296 0 0 1 296 296" />
      <path className={styles.faint} d="M40 180a200 200 0 0 1 200 200M40 280a100 100 0 0 1 100 100" />
      {/* A mark at every second degree, and a longer one at every tenth: broad strokes with gaps between. */}
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

/** The drawings of the six features. */
const features = {
  threads: (
    <>
      <path d="M4 6h17v12H11l-4 4v-4H4z" />
      <path d="M25 12h3v12h-3v4l-4-4h-8" />
      <path d="M9 11h7M9 14h4" />
    </>
  ),
  jobs: (
    <>
      <path d="M4 11h24v15H4zM12 11V7h8v4" />
      <path d="M4 18c8 3 16 3 24 0M16 18v3" />
    </>
  ),
  resources: (
    <>
      <path d="M16 9c-3-2-7-3-12-3v18c5 0 9 1 12 3 3-2 7-3 12-3V6c-5 0-9 1-12 3zM16 9v18" />
      <path d="M8 11c2 0 3 .3 4.500 1M8 15c2 0 3 .3 4.500 1" />
    </>
  ),
  anonymous: (
    <>
      <path d="M6 13c3-2 6-2 10 0 4-2 7-2 10 0 0 7-2 11-6 11-2 0-3-2-4-4-1 2-2 4-4 4-4 0-6-4-6-11z" />
      <path d="M10 17c1.500-1 3-1 4 0M18 17c1-1 2.500-1 4 0M9 8c2-2 4-3 7-3s5 1 7 3" />
    </>
  ),
  alumni: (
    <>
      <path d="M16 6 3 12l13 6 13-6z" />
      <path d="M8 14.500V21c2 2.500 5 4 8 4s6-1.500 8-4v-6.500M29 12v8" />
    </>
  ),
  events: (
    <>
      <path d="M5 8h22v19H5zM5 14h22M11 5v5M21 5v5" />
      <path d="m16 17 1.200 2.400 2.600.4-1.900 1.800.5 2.600-2.400-1.200-2.400 1.200.5-2.600-1.900-1.800 2.600-.4z" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export function FeatureDrawing({ name }: { name: keyof typeof features }) {
  return (
    <svg className={styles.feature} viewBox="0 0 32 32" width="32" height="32" aria-hidden>
      {features[name]}
    </svg>
  );
}
