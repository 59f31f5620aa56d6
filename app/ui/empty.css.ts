import { style } from "@vanilla-extract/css";
import { color, space, type } from "./styles/tokens.css.ts";

export const empty = style({
  display: "grid",
  justifyItems: "center",
  gap: space[3],
  paddingBlock: space[7],
  paddingInline: space[4],
  textAlign: "center",
  color: color.inkSoft,
});
export const title = style({ color: color.ink, fontSize: type.large });
