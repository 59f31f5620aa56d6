import * as styles from "./drawing.css.ts";

/** What an empty place, an error or an end shows. */
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

/** A drawing of `public/drawings/`, in the colour of its text. The words beside it say everything. */
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

/** The drawing of a part of the site, beside the title of its head: the last child of the head. @param className of `styleArea` */
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
