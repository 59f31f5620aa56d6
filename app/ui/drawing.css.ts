import { globalStyle, style } from "@vanilla-extract/css";
import { color, wide } from "../styles/tokens.css.ts";

// A drawing of another file takes nothing from the root of that file.
const drawn = style({
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
export const scene = style([drawn, { color: color.primary }]);
export const skyline = style([scene, { width: "100%" }]);
/** Text stands over it: with 0.27 the quiet ones have less than 4.5 to 1 where a line crosses them. */
export const area = style([
  drawn,
  {
    position: "absolute",
    zIndex: -1,
    insetBlockStart: 0,
    insetInlineEnd: 0,
    width: 213,
    height: 80,
    maxHeight: "100%",
    color: color.edge,
    opacity: 0.26,
    pointerEvents: "none",
    "@media": { [wide]: { insetInlineEnd: "16rem", width: 320, height: 120 } },
  },
]);
globalStyle(`:has(> ${area})`, { position: "relative", isolation: "isolate" });
