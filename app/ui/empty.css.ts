import { style } from "@vanilla-extract/css";
import { color, space, type } from "./styles/tokens.css.ts";

/** Its drawing is above the text. */
export const empty = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBottom: space[4],
  color: color.inkSoft,
});
export const title = style({ color: color.ink, fontSize: type.large });
