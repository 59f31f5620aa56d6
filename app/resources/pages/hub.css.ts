import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, medium, phone, space, type, wide } from "#app/ui/styles/tokens.css.ts";

export const hero = style({
  display: "grid",
  gap: space[6],
  alignItems: "start",
  paddingTop: space[5],
  "@media": {
    [phone]: { gap: space[4] },
    [wide]: { gridTemplateColumns: "minmax(0, 1fr) 440px" },
  },
});
/** Beside the drawing. */
globalStyle(`${hero} h1`, { "@media": { [phone]: { maxWidth: "13rem" } } });
/** On wide screens it is above the figures and as wide as they are. */
globalStyle(`${hero} > svg`, { insetBlockStart: space[3], scale: 1.11 });
export const lead = style({
  marginTop: space[3],
  color: color.inkSoft,
  fontSize: type.large,
  textWrap: "balance",
  "@media": { [phone]: { marginTop: space[2], fontSize: type.body } },
});
export const heroActions = style({ display: "flex", flexWrap: "wrap", gap: space[3], marginTop: space[5] });
/** Side by side on phones. */
globalStyle(heroActions, { "@media": { [phone]: { gap: space[2], marginTop: space[4] } } });
globalStyle(`${heroActions} svg`, { "@media": { [phone]: { display: "none" } } });
globalStyle(`${heroActions} > a`, {
  "@media": { [phone]: { flex: "1 0 auto", minHeight: 48, paddingInline: space[2], fontSize: type.small } },
});
/** One line between hairlines, like the legend of a chart. */
export const stats = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(max(5rem, 26%), 1fr))",
  gap: `0 ${space[4]}px`,
  padding: `${space[2]}px 0`,
  borderBlock: `1px solid ${color.line}`,
  "@media": { [wide]: { gridColumn: 1 } },
});
/** Beside the buttons, a column that begins below the drawing. */
export const beside = style({
  "@media": {
    [wide]: {
      gridArea: "1 / 2",
      gridTemplateColumns: "256px",
      justifySelf: "end",
      marginTop: space[8] + space[5],
      padding: 0,
      borderBottom: 0,
    },
  },
});
export const stat = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  gap: `0 ${space[2]}px`,
  color: color.inkSoft,
  fontSize: type.quiet,
  "@media": {
    [phone]: { display: "block", fontSize: type.small, lineHeight: 1.35 },
  },
});
globalStyle(`${beside} > li`, {
  "@media": {
    [wide]: {
      display: "grid",
      gridTemplateColumns: "3.5rem 1fr",
      paddingBlock: space[1],
      borderBottom: `1px solid ${color.line}`,
    },
  },
});
export const figure = style({
  color: color.ink,
  fontFamily: font.head,
  fontSize: type.large,
  fontWeight: 600,
  lineHeight: 1.15,
  "@media": { [phone]: { display: "block" } },
});
/** Its link does not make the line higher. */
export const recentHead = style({});
globalStyle(`${recentHead} > a`, { marginBlock: -space[3] });
/** Rows between hairlines on phones, columns between them on wide screens. */
export const categories = style({
  display: "grid",
  borderTop: `1px solid ${color.ink}`,
  "@media": {
    [medium]: { gridTemplateColumns: "1fr 1fr", columnGap: space[5] },
    [wide]: { gridTemplateColumns: "repeat(5, minmax(0, 1fr))", columnGap: 0 },
  },
});
export const category = style({
  display: "grid",
  gridTemplateColumns: "28px minmax(0, 1fr) auto",
  gap: `0 ${space[3]}px`,
  alignItems: "center",
  height: "100%",
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: "none",
  "@media": {
    [wide]: {
      gridTemplateColumns: "minmax(0, 1fr)",
      gridTemplateRows: "auto auto 1fr auto",
      alignItems: "start",
      rowGap: space[2],
      padding: space[4],
      borderBottom: 0,
      borderInlineEnd: `1px solid ${color.line}`,
    },
  },
  selectors: { "&:hover": { background: color.tint } },
});
globalStyle(`${categories} > :first-child > a`, { "@media": { [wide]: { paddingInlineStart: 0 } } });
globalStyle(`${categories} > :last-child > a`, { "@media": { [wide]: { borderInlineEnd: 0 } } });
globalStyle(`${category} svg`, {
  gridRow: "1 / span 2",
  color: color.primary,
  "@media": { [wide]: { gridRow: "auto" } },
});
export const categoryName = style({
  fontFamily: font.head,
  fontSize: type.body,
  fontWeight: 600,
  lineHeight: 1.15,
  "@media": { [wide]: { fontSize: type.large } },
});
export const categoryAbout = style({
  gridColumn: 2,
  color: color.inkSoft,
  fontSize: type.small,
  lineHeight: 1.35,
  "@media": { [wide]: { gridColumn: 1, fontSize: type.quiet } },
});
export const categoryCount = style({
  gridArea: "1 / 3 / span 2",
  color: color.inkSoft,
  fontSize: type.small,
  "@media": { [wide]: { gridArea: "auto" } },
});
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
  gap: space[4],
  "@media": { [medium]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))", columnGap: space[6] } },
});
export const reason = style({
  display: "grid",
  gap: space[1],
  alignContent: "start",
  paddingTop: space[3],
  borderTop: `1px solid ${color.line}`,
});
globalStyle(`${reason} h3`, { fontSize: type.body });
globalStyle(`${reason} p`, { color: color.inkSoft, fontSize: type.quiet });
