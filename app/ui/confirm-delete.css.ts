import { style } from "@vanilla-extract/css";
import { color, space } from "./styles/tokens.css.ts";

export const summary = style({ color: color.bad });
export const form = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBlock: space[3],
});
