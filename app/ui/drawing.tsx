import * as styles from "./drawing.css.ts";

/** Drawings for empty lists, errors and ends. */
export type SceneName =
  | "lamp"
  | "chart"
  | "coast"
  | "needle"
  | "boat"
  | "horizon"
  | "shelf"
  | "berth"
  | "night"
  | "table"
  | "lead"
  | "buoy";

/**
 * A drawing from `public/drawings/` in the colour of the text beside it, which says everything that the drawing shows.
 */
export const Scene = ({ name }: { name: SceneName }) => (
  <svg className={styles.scene} width={160} height={96} aria-hidden>
    <use href={`/drawings/scene-${name}.svg#d`} />
  </svg>
);

/** The hills around the college, its tower, and the quadrant's pointer on a star. */
export const Skyline = () => (
  <svg className={styles.skyline} height={64} aria-hidden>
    <use href="/drawings/skyline.svg#d" />
  </svg>
);

/** The drawing of a part of the site. Must be the last child of the page's head. @param className from `styleArea` */
export const Area = ({
  name,
  className,
}: {
  name: "harbour" | "sky" | "soundings" | "shelves" | "fog" | "round-table" | "chart" | "bell";
  className: string;
}) => (
  <svg className={className} aria-hidden>
    <use href={`/drawings/area-${name}.svg#d`} />
  </svg>
);
