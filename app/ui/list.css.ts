import { style } from "@vanilla-extract/css";
import { color, space } from "./styles/tokens.css.ts";

/** A row between hairlines. */
export const item = style({
  display: "grid",
  gap: space[2],
  paddingBlock: space[4],
  borderTop: `1px solid ${color.line}`,
});
