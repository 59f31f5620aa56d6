import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, phone, radius, space, type } from "#app/ui/styles/tokens.css.ts";

export const years = style({
  display: "grid",
  // Large text has fewer columns.
  gridTemplateColumns: "repeat(auto-fit, minmax(3.75rem, 1fr))",
  gap: space[4],
  marginTop: space[5],
  "@media": { [phone]: { gap: space[2], marginTop: space[2] } },
});
export const year = style({
  display: "grid",
  gap: space[1],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.raised,
  color: color.ink,
  lineHeight: 1.15,
  textDecoration: "none",
  selectors: { "&:hover": { borderColor: color.primary } },
  "@media": { [phone]: { gap: 0, padding: `${space[1]}px ${space[2]}px` } },
});
export const yearText = style({
  fontFamily: font.head,
  fontSize: type.title,
  fontWeight: 600,
  "@media": { [phone]: { fontSize: type.body } },
});
/** Hides the unit so that four years fit in a row, which keeps the notes below on a phone's first screen. */
export const unit = style({ "@media": { [phone]: { position: "absolute", clipPath: "inset(50%)" } } });
globalStyle(`${years} + section`, { "@media": { [phone]: { gap: 0, paddingTop: 0 } } });
