import { style } from "@vanilla-extract/css";
import { color, radius, space } from "../styles/tokens.css.ts";

export const line = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[3],
  maxWidth: "68ch",
  marginBlock: space[3],
  paddingBlock: space[2],
  paddingInline: space[4],
  borderInlineStart: `3px solid ${color.good}`,
  borderRadius: radius.small,
  background: color.tint,
});
