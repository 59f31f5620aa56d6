import { style } from "@vanilla-extract/css";
import { color } from "./styles/tokens.css.ts";

// `<use>` inherits nothing from the root of the drawing's file.
export const drawn = style({
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
export const scene = style([drawn, { color: color.primary }]);
export const skyline = style([scene, { width: "100%" }]);
