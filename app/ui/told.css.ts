import { globalStyle, style } from "@vanilla-extract/css";
import { color, space } from "../styles/tokens.css.ts";

export const line = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  marginBlock: space[3],
  padding: `${space[2]}px ${space[4]}px`,
  borderInlineStart: `3px solid ${color.good}`,
  background: color.tint,
});
// On top of the page it gives way to the one in a card.
globalStyle(`div:has(~ * ${line}) > ${line}`, { display: "none" });
