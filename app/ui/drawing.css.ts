import { style } from "@vanilla-extract/css";
import { color } from "../styles/tokens.css.ts";

// A drawing of another file takes nothing from the root of that file.
export const scene = style({
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  color: color.primary,
});
