import { style } from "@vanilla-extract/css";
import { color, space } from "../styles/tokens.css.ts";

export const list = style({ display: "grid" });
/** A row between hairlines. */
export const item = style({
  display: "grid",
  gap: space[2],
  paddingBlock: space[4],
  borderTop: `1px solid ${color.line}`,
});
export const pager = style({ display: "flex", flexWrap: "wrap", gap: space[3] });
