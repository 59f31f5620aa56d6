import { globalStyle, style } from "@vanilla-extract/css";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { color, radius, space } from "#app/ui/styles/tokens.css.ts";

export const folded = styleFolded();
/** One question of the event's form. */
export const question = style({
  border: 0,
  borderTop: `1px solid ${color.line}`,
  margin: 0,
  padding: 0,
  minWidth: 0,
});
globalStyle(`${question} > legend`, { fontWeight: 600, paddingRight: space[2] });
export const preview = style({
  width: "100%",
  height: "auto",
  aspectRatio: "2 / 1",
  objectFit: "cover",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
});
