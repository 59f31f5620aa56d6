import { style } from "@vanilla-extract/css";
import { color, font, medium, phone, radius, space, type } from "../../styles/tokens.css.ts";

export const years = style({
  display: "grid",
  gridTemplateColumns: "1fr 1fr",
  gap: space[3],
  padding: 0,
  marginTop: space[5],
  "@media": {
    [medium]: { gridTemplateColumns: "repeat(4, 1fr)", gap: space[4] },
    [phone]: { gap: space[2], marginTop: space[3] },
  },
});
export const year = style({
  display: "grid",
  gap: space[1],
  padding: space[4],
  "@media": { [phone]: { padding: `${space[2]}px ${space[3]}px` } },
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.raised,
  color: color.ink,
  textDecoration: "none",
  selectors: { "&:hover": { borderColor: color.primary } },
});
export const yearText = style({
  fontFamily: font.head,
  fontSize: type.title,
  fontWeight: 600,
  lineHeight: 1.15,
  "@media": { [phone]: { fontSize: type.large } },
});
