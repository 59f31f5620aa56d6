import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { color, medium, still } from "#app/ui/styles/tokens.css.ts";

/** Matches once the visitor has stopped the drawings. */
export const onceStopped = ":root:has([data-still]:checked)";

export const instrument = style({
  width: "100%",
  maxWidth: 280,
  height: "auto",
  marginInline: "auto",
  fill: "none",
  stroke: color.primary,
  strokeWidth: 1.25,
  strokeLinecap: "round",
  "@media": { [medium]: { maxWidth: 420 } },
});
globalStyle(`${instrument} circle`, { fill: color.primary, stroke: "none" });
export const soft = style({ opacity: 0.6 });
export const faint = style({ opacity: 0.35 });

/**
 * Both rotate about the instrument's corner: the sky in the opposite direction to the pointer, and neither beyond the
 * quadrant.
 */
const turning = { transformBox: "view-box", transformOrigin: "40px 380px" } as const;
const sweep = (degrees: number) =>
  keyframes({
    from: { transform: `rotate(${-degrees}deg)` },
    to: { transform: `rotate(${degrees}deg)` },
  });
const turns = (name: string, direction: "alternate" | "alternate-reverse") => ({
  ...turning,
  animation: `${name} 36s ease-in-out infinite ${direction}`,
  selectors: { [`${onceStopped} &`]: { animationPlayState: "paused" } },
  "@media": { [still]: { animation: "none" } },
});
export const stars = style(turns(sweep(15), "alternate-reverse"));
globalStyle(`${stars} path`, { opacity: 0.5, strokeDasharray: "3 5" });
export const pointer = style({ ...turns(sweep(36), "alternate"), stroke: color.accent, strokeWidth: 3 });
globalStyle(`${pointer} circle`, { fill: color.accent });
