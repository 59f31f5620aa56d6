import { style } from "@vanilla-extract/css";
import { color, space, touch, type } from "../styles/tokens.css.ts";

export const summary = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.bad,
  fontSize: type.quiet,
  fontWeight: 600,
});
export const buttons = style({ display: "flex", flexWrap: "wrap", gap: space[3] });
export const form = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBlock: space[3],
});
