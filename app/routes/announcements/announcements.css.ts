import { style } from "@vanilla-extract/css";
import { color, space } from "../../styles/tokens.css.ts";

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap: space[5],
  paddingBlock: space[5],
});
export const list = style({ display: "grid", padding: 0, borderBottom: `1px solid ${color.line}` });
