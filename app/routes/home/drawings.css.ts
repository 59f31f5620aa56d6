import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { color, medium } from "../../styles/tokens.css.ts";

/** What moves by itself stands still where the visitor has stopped it. */
export const unlessStopped = ":root:not(:has([data-still]:checked))";

export const instrument = style({
  width: "100%",
  maxWidth: 280,
  height: "auto",
  marginInline: "auto",
  fill: "none",
  stroke: color.sea,
  strokeWidth: 1.25,
  strokeLinecap: "round",
  "@media": { [medium]: { maxWidth: 420 } },
});
export const soft = style({ opacity: 0.6 });
export const faint = style({ opacity: 0.35 });

/** Both turn about the instrument's corner, the sky against the pointer, and neither leaves the quadrant. */
const turning = { transformBox: "view-box", transformOrigin: "40px 380px" } as const;
const sweep = (degrees: number) =>
  keyframes({
    from: { transform: `rotate(${-degrees}deg)` },
    to: { transform: `rotate(${degrees}deg)` },
  });
function turns(what: string, name: string, direction: "alternate" | "alternate-reverse") {
  globalStyle(`${unlessStopped} ${what}`, {
    animation: `${name} 36s ease-in-out infinite ${direction}`,
    "@media": { "(prefers-reduced-motion: reduce)": { animation: "none" } },
  });
}
export const stars = style(turning);
globalStyle(`${stars} path`, { opacity: 0.5, strokeDasharray: "3 5" });
globalStyle(`${stars} circle`, { fill: color.sea, stroke: "none" });
export const pointer = style({ ...turning, stroke: color.mark, strokeWidth: 3 });
globalStyle(`${pointer} circle`, { fill: color.mark, stroke: "none" });
turns(stars, sweep(15), "alternate-reverse");
turns(pointer, sweep(36), "alternate");
export const pivot = style({ fill: color.sea, stroke: "none" });

export const feature = style({
  fill: "none",
  stroke: color.sea,
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
