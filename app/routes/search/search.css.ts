import { globalStyle, style } from "@vanilla-extract/css";
import { page } from "../../styles/global.css.ts";
import { color, space, touch } from "../../styles/tokens.css.ts";

export const body = style([
  page,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    paddingBlock: space[6],
    overflowWrap: "anywhere",
  },
]);
export const form = style({ display: "flex", alignItems: "end", flexWrap: "wrap", gap: space[3] });
export const field = style({ flex: "1 1 220px" });
export const link = style({
  display: "flow-root",
  minHeight: touch,
  paddingBlock: space[2],
  fontWeight: 600,
});
globalStyle(`${body} mark`, {
  background: "none",
  color: color.ink,
  fontWeight: 700,
  textDecoration: "underline",
});
