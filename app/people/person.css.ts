import { style } from "@vanilla-extract/css";
import { color, space, type } from "../styles/tokens.css.ts";

export const person = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[2],
  minWidth: 0,
});
export const texts = style({ display: "grid", minWidth: 0, overflowWrap: "anywhere", lineHeight: 1.35 });
export const name = style({ fontWeight: 600 });
export const line = style({ color: color.inkSoft, fontSize: type.small });
