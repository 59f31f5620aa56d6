import { globalStyle, style } from "@vanilla-extract/css";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { page as column, narrow } from "#app/ui/styles/global.css.ts";
import { spread, stack } from "#app/ui/styles/layout.css.ts";
import {
  color,
  font,
  medium,
  phone,
  radius,
  space,
  thumbBar,
  touch,
  type,
  wide,
} from "#app/ui/styles/tokens.css.ts";

export const page = style([
  column,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[5],
    alignItems: "start",
    paddingBlock: space[5],
    "@media": {
      [wide]: { gridTemplateColumns: "320px minmax(0, 1fr)", gap: space[7] },
    },
  },
]);
/** A form has one column. */
export const editPage = style([narrow, stack[5], { paddingBlock: space[5] }]);
export const card = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[3],
  justifyItems: "start",
  padding: space[5],
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  textWrap: "balance",
  "@media": {
    [phone]: { gridTemplateColumns: "auto minmax(0, 1fr)", padding: space[4] },
    [medium]: { gridTemplateColumns: "auto minmax(0, 1fr) 208px", columnGap: space[5] },
    [wide]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
});
globalStyle(`${card} > :first-child`, { "@media": { [phone]: { zoom: 2 / 3 } } });
export const acts = style({
  gridColumn: "1 / -1",
  width: "100%",
  marginBottom: -space[2],
  paddingTop: space[2],
  "@media": {
    // The six links are in two columns.
    [phone]: { display: "grid", gridTemplateColumns: "1fr 1fr", columnGap: space[3] },
    [medium]: { gridColumn: "auto", paddingTop: 0 },
    [wide]: { paddingTop: space[2] },
  },
});
globalStyle(`${acts} > a`, { gridColumn: "1 / -1", marginBottom: space[3] });
/** Rows as on the account's page. */
globalStyle(`${acts} :is(summary, nav > a)`, {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minHeight: touch,
  borderTop: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: "none",
});
globalStyle(`${acts} :is(summary, nav > a):hover`, { textDecoration: "underline" });
globalStyle(`${acts} :is(summary, nav > a)::after`, {
  content: "",
  width: 7,
  height: 7,
  marginInlineEnd: 3,
  border: `solid ${color.inkSoft}`,
  borderWidth: "1.5px 1.5px 0 0",
  rotate: "45deg",
  "@media": { [phone]: { display: "none" } },
});
globalStyle(`${acts} summary::after`, { rotate: "135deg" });
export const line = style({
  display: "flex",
  gap: space[2],
  alignItems: "start",
  color: color.inkSoft,
  fontSize: type.quiet,
});
globalStyle(`${line} svg`, { flex: "none", marginTop: 1 });
export const links = style({ fontSize: type.quiet, "@media": { [phone]: { display: "contents" } } });
export const picture = style({
  width: "100%",
  fontSize: type.quiet,
  selectors: { "&[open]": { gridColumn: "1 / -1" } },
});
export const pictureForm = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[2],
  justifyItems: "start",
  paddingBlock: space[2],
});
globalStyle(`${pictureForm} label`, { fontWeight: 600 });
globalStyle(`${picture} [value=remove-avatar]`, { fontWeight: 400 });

/** The tab and the switch of viewer, on one line. On phones the switch is below. */
export const bar = style([spread, { gap: `0 ${space[4]}px`, borderBottom: `1px solid ${color.ink}` }]);
export const tabs = style({ display: "flex" });
globalStyle(`${tabs} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.ink,
  font: `600 ${type.large} ${font.head}`,
  textDecoration: "none",
});
export const views = style({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: space[3] });
globalStyle(`${views} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  fontSize: type.quiet,
  textDecoration: "none",
});
globalStyle(`${views} a[aria-current]`, {
  boxShadow: `inset 0 -3px ${color.accent}`,
  color: color.ink,
  fontWeight: 600,
});
export const progress = style([
  stack[3],
  {
    padding: space[4],
    border: `1px solid ${color.line}`,
    borderRadius: radius.large,
    background: color.tint,
    fontSize: type.quiet,
  },
]);
export const progressBar = style({ width: "100%", height: 8, accentColor: color.primary });
export const chip = style({
  paddingInline: space[3],
  paddingBlock: space[1],
  border: `1px solid ${color.line}`,
  borderRadius: radius.round,
  background: color.raised,
  fontSize: type.quiet,
  selectors: {
    "a&": { position: "relative" },
    // Extends the touch target to the usual height.
    "a&::after": { content: "", position: "absolute", inset: "-9px 0" },
  },
});
export const sentence = style({
  maxWidth: "52ch",
  fontFamily: font.head,
  fontSize: type.large,
  textWrap: "balance",
});
export const step = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  columnGap: space[3],
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  fontSize: type.quiet,
});
export const linkOut = style({ display: "inline-flex", alignItems: "center", minHeight: touch });
export const facts = style({ display: "grid", borderTop: `1px solid ${color.ink}` });
export const fact = style({
  display: "grid",
  gridTemplateColumns: "minmax(104px, min-content) minmax(0, 1fr)",
  columnGap: space[3],
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  fontSize: type.quiet,
  "@media": { [medium]: { gridTemplateColumns: "128px minmax(0, 1fr) 200px" } },
});
globalStyle(`${fact} dt`, { color: color.inkSoft });
export const seenBy = style({
  gridColumn: 2,
  color: color.inkSoft,
  fontSize: type.small,
  "@media": { [medium]: { gridColumn: 3, textAlign: "right" } },
});

export const edit = style([stack[4], { maxWidth: 720 }]);
export const folded = styleFolded();
export const group = style([
  folded,
  { marginBlock: 0, borderTop: `1px solid ${color.ink}`, borderBottom: 0 },
]);
/** Closer than the fields within them: the form's gap is 24. */
globalStyle(`${group} + ${group}`, { marginTop: -space[5] });
/** A smaller sibling of the group's title. */
globalStyle(`${group} ${folded} > summary`, { font: `600 ${type.body} ${font.head}` });
/** The next group begins with a line. */
globalStyle(`${group} ${folded}:last-child`, { borderBottom: 0 });
globalStyle(`${group}[open] > div:has(> ${folded})`, { paddingBottom: 0 });
export const legend = style({ display: "block", fontFamily: font.head, fontSize: type.large });

export const short = style({ minHeight: 72 });
globalStyle(`${group} label`, { textWrap: "pretty" });
export const choices = style({ minWidth: 0, margin: 0, padding: 0, border: 0 });
export const choicesLegend = style({ padding: 0, fontSize: type.quiet, fontWeight: 600 });
globalStyle(`${group} summary`, {
  position: "relative",
  paddingInlineEnd: space[5],
  overflowWrap: "anywhere",
});
globalStyle(`${group} summary::after`, { position: "absolute", insetInlineEnd: 0, top: space[4] });
globalStyle(`${group} summary > span`, {
  display: "-webkit-box",
  overflow: "hidden",
  marginLeft: 0,
  fontFamily: font.text,
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
});
globalStyle(`${group}[open] > summary > span`, { display: "none" });
export const position = style([
  stack[3],
  {
    minWidth: 0,
    margin: 0,
    padding: space[3],
    border: `1px solid ${color.line}`,
    borderRadius: radius.small,
  },
]);
/** A detail's audience is chosen at the end of its label's line. */
export const shared = style({ position: "relative", minWidth: 0 });
export const audience = style({
  position: "absolute",
  top: -11,
  right: 0,
  color: color.inkSoft,
  selectors: {
    "&::after": {
      content: "",
      position: "absolute",
      right: 3,
      top: "calc(50% - 5px)",
      width: 6,
      height: 6,
      border: "solid currentColor",
      borderWidth: "0 1.5px 1.5px 0",
      transform: "rotate(45deg)",
      pointerEvents: "none",
    },
  },
});
export const audienceSelect = style({
  appearance: "none",
  height: touch,
  padding: 0,
  paddingRight: 18,
  border: 0,
  borderRadius: radius.small,
  background: "none",
  color: color.inkSoft,
  fontSize: type.small,
  textAlign: "right",
  textAlignLast: "right",
  cursor: "pointer",
});
export const square = style({
  width: 96,
  height: 96,
  borderRadius: radius.small,
  objectFit: "cover",
});
export const pictureField = style({ flex: "1 1 200px", minWidth: 0 });
/** Visible from every part of the form. */
export const buttons = style({
  position: "sticky",
  bottom: thumbBar,
  zIndex: 1,
  display: "flex",
  gap: space[3],
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
  background: color.surface,
});
