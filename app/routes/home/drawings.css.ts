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

const turn = keyframes({ from: { transform: "rotate(-26deg)" }, to: { transform: "rotate(30deg)" } });
/** Both turn about the instrument's corner, the sky against the pointer. */
const turning = style({ transformBox: "view-box", transformOrigin: "40px 380px" });
globalStyle(`${unlessStopped} ${turning}`, {
  animation: `${turn} 36s ease-in-out infinite alternate`,
  "@media": { "(prefers-reduced-motion: reduce)": { animation: "none" } },
});
export const stars = style([turning, {}]);
globalStyle(`${stars} path`, { opacity: 0.5, strokeDasharray: "3 5" });
globalStyle(`${stars} circle`, { fill: color.sea, stroke: "none" });
globalStyle(`${unlessStopped} ${stars}`, { animationDirection: "alternate-reverse" });
export const pointer = style([turning, { stroke: color.mark, strokeWidth: 3 }]);
globalStyle(`${pointer} circle`, { fill: color.mark, stroke: "none" });
export const pivot = style({ fill: color.sea, stroke: "none" });

export const feature = style({
  fill: "none",
  stroke: color.sea,
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
