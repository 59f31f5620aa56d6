import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, medium, radius, space, type, wide } from "#app/ui/styles/tokens.css.ts";

export const hero = style({
  display: "grid",
  gap: space[6],
  alignItems: "end",
  paddingTop: space[6],
  "@media": { [wide]: { gridTemplateColumns: "minmax(0, 1fr) 440px", paddingTop: space[7] } },
});
/** Between the title and the figures. */
globalStyle(`${hero} > svg`, {
  insetBlockStart: space[5],
  "@media": { "screen and (min-width: 80rem)": { insetInlineEnd: 472 } },
});
export const lead = style({
  marginTop: space[3],
  color: color.inkSoft,
  fontSize: type.large,
  textWrap: "balance",
});
export const heroActions = style({ display: "flex", flexWrap: "wrap", gap: space[3], marginTop: space[5] });
export const stats = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(max(5rem, 26%), 1fr))",
  padding: 0,
  border: `1px solid ${color.line}`,
  background: color.raised,
});
export const stat = style({
  padding: space[3],
  overflowWrap: "normal",
  color: color.inkSoft,
  fontSize: type.small,
  "@media": { [medium]: { padding: space[4], fontSize: type.quiet } },
  selectors: { "& + &": { borderLeft: `1px solid ${color.line}` } },
});
export const figure = style({
  display: "block",
  color: color.ink,
  fontFamily: font.head,
  fontSize: type.title,
  fontWeight: 600,
  lineHeight: 1.15,
});
export const categories = style({
  display: "grid",
  gap: space[3],
  padding: 0,
  "@media": {
    [medium]: { gridTemplateColumns: "1fr 1fr" },
    [wide]: { gridTemplateColumns: "repeat(5, minmax(0, 1fr))" },
  },
});
/** A row on phones, so that all five are visible at once. A tall card on wide screens. */
export const category = style({
  display: "grid",
  gridTemplateColumns: "28px minmax(0, 1fr)",
  gap: `${space[1]}px ${space[4]}px`,
  alignContent: "start",
  height: "100%",
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  color: color.ink,
  textDecoration: "none",
  transition: "border-color 120ms",
  selectors: { "&:hover": { borderColor: color.primary } },
  "@media": {
    [wide]: {
      gridTemplateColumns: "minmax(0, 1fr)",
      gridTemplateRows: "auto auto 1fr auto",
      rowGap: space[2],
    },
  },
});
globalStyle(`${category} svg`, {
  gridRow: "1 / span 3",
  color: color.primary,
  "@media": { [wide]: { gridRow: "auto" } },
});
export const categoryName = style({
  fontFamily: font.head,
  fontSize: type.large,
  fontWeight: 600,
  lineHeight: 1.15,
});
export const categoryCount = style({ fontSize: type.small, fontWeight: 600 });
export const call = style({
  display: "grid",
  gap: space[4],
  justifyItems: "start",
  alignItems: "center",
  marginTop: space[7],
  paddingBlock: space[5],
  borderBlock: `1px solid ${color.ink}`,
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
});
globalStyle(`${call} p`, { marginTop: space[1], color: color.inkSoft });
export const reasons = style({
  display: "grid",
  padding: 0,
  border: `1px solid ${color.line}`,
  background: color.raised,
  "@media": { [medium]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});
export const reason = style({
  display: "grid",
  gap: space[2],
  alignContent: "start",
  padding: space[5],
  selectors: { "& + &": { borderTop: `1px solid ${color.line}` } },
  "@media": {
    [medium]: { selectors: { "& + &": { borderTop: 0, borderLeft: `1px solid ${color.line}` } } },
  },
});
globalStyle(`${reason} svg`, { color: color.primary });
globalStyle(`${reason} p`, { color: color.inkSoft, fontSize: type.quiet });
