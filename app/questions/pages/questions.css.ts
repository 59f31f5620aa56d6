import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { styleProse } from "#app/ui/prose-style.ts";
import { narrow, page } from "#app/ui/styles/global.css.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, font, medium, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

/** Content may be wide, but never wider than the page. */
const column = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)" };
export const list = style([page, { overflowWrap: "anywhere" }]);
export const thing = style([
  narrow,
  { ...column, gap: space[4], paddingBlock: space[5], overflowWrap: "anywhere" },
]);
// The title is near the back link.
globalStyle(`${thing} > div:has(> [data-back])`, { marginBottom: -space[1] - space[4] });
export const tabs = styleTabs();
globalStyle(`${thing} > div > h1 + p`, { marginTop: space[2] });
export const head = style([
  styleHead(),
  { paddingTop: space[5], "@media": { [phone]: { paddingTop: space[4] } } },
]);
/** On phones, the questions matter more than a sentence about them. */
globalStyle(`${head} h1 + p`, {
  "@media": { [phone]: { display: "none" } },
  marginTop: space[2],
  color: color.inkSoft,
});
export const filter = style({ marginTop: space[4], "@media": { [phone]: { marginTop: space[2] } } });
export const sorts = style({
  display: "flex",
  flexWrap: "wrap",
  columnGap: space[4],
  marginTop: space[2],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [phone]: { marginTop: 0 } },
});
globalStyle(`${sorts} a`, { color: color.inkSoft, fontSize: type.quiet, textDecoration: "none" });
globalStyle(`${sorts} a[aria-current]`, { color: color.ink, fontWeight: 600 });
/** The links to other pages of the list. */
globalStyle(`${list} > ul + nav`, { paddingBlock: space[5] });
export const row = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  columnGap: space[4],
  paddingBlock: space[3],
  "@media": {
    [phone]: {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      paddingBlock: space[2],
    },
  },
  borderBottom: `1px solid ${color.line}`,
  listStyle: "none",
});
globalStyle(`${row} span`, { whiteSpace: "nowrap" });
globalStyle(`${row} p`, { "@media": { [phone]: { fontSize: type.small } } });
/** Who asked, and when. */
globalStyle(`${row} h2 + p > span`, { verticalAlign: "middle" });
/** The row's margin. On phones, its figures follow the tags. */
export const figures = style({
  display: "flex",
  gap: space[1],
  paddingTop: space[2],
  "@media": { [phone]: { order: 1, gap: space[3], marginLeft: "auto", paddingTop: 0 } },
});
globalStyle(`${row} > :last-child`, { "@media": { [phone]: { display: "contents" } } });
globalStyle(`${row} > * > :is(h2, h2 ~ p)`, { "@media": { [phone]: { flexBasis: "100%" } } });
export const figure = style({
  display: "grid",
  justifyItems: "center",
  alignContent: "start",
  minWidth: 60,
  "@media": { [phone]: { display: "flex", alignItems: "baseline", gap: space[1], minWidth: 0 } },
  color: color.inkSoft,
  fontSize: type.small,
  fontVariantNumeric: "tabular-nums",
  lineHeight: 1.3,
});
globalStyle(`${figure} > b`, {
  color: color.ink,
  fontFamily: font.head,
  fontSize: type.large,
  fontWeight: 600,
});
export const rowTitle = style({ fontSize: type.body, "@media": { [medium]: { fontSize: type.large } } });
globalStyle(`${rowTitle} a`, {
  display: "flow-root",
  minHeight: touch,
  paddingBlock: space[2],
  color: color.ink,
  textDecoration: "none",
  "@media": { [phone]: { position: "relative", minHeight: 32, paddingBlock: `2px ${space[1]}px` } },
});
/** On phones a title looks smaller than its touch target. */
globalStyle(`${rowTitle} a::after`, {
  "@media": { [phone]: { content: "", position: "absolute", inset: "-6px 0" } },
});
globalStyle(`${rowTitle} a:hover`, { textDecoration: "underline" });
/** The beginning of the best answer, in one line. */
export const bestAnswer = style({
  overflow: "hidden",
  marginTop: space[1],
  fontSize: type.quiet,
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "@media": { [phone]: { marginTop: 0 } },
});
export const accepted = style({ color: color.good, fontWeight: 600 });
export const acceptedFigure = style([figure, { color: color.good }]);
globalStyle(`${acceptedFigure} > *`, { color: "inherit" });
export const tags = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${space[3]}px ${space[2]}px`,
  marginTop: space[2],
  padding: 0,
  listStyle: "none",
});
/** On wide screens they are at the end of their question's row, on the title's line. */
globalStyle(`${row} > :last-child`, {
  "@media": {
    [wide]: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: space[6] },
  },
});
globalStyle(`${row} ${tags}`, {
  "@media": {
    [phone]: { gap: space[3], marginTop: 0 },
    [wide]: {
      gridArea: "1 / 2 / span 3",
      alignSelf: "start",
      justifyContent: "end",
      marginTop: space[1],
    },
  },
});
export const tag = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[1],
  position: "relative",
  minHeight: 32,
  paddingInline: space[3],
  borderRadius: radius.round,
  background: color.tint,
  color: color.ink,
  fontSize: type.small,
  textDecoration: "none",
});
// Enlarges the touch target above and below.
globalStyle(`${tag}::after`, { content: "", position: "absolute", inset: "-6px 0" });
/** On phones a row has its tags and figures in one line. */
globalStyle(`${row} ${tag}`, { "@media": { [phone]: { padding: 0, background: 0, color: color.primary } } });
export const buttons = style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: space[3] });
globalStyle(`${buttons} [value=save]`, { fontWeight: 400 });

export const post = style({ ...column, gap: space[3], scrollMarginTop: space[4] });
export const answer = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  gap: space[3],
  paddingBlock: space[4],
  borderTop: `1px solid ${color.line}`,
  scrollMarginTop: space[4],
  // On phones the figure is above the text, which has the whole width.
  "@media": { [phone]: { gridTemplateColumns: "minmax(0, 1fr)", gap: space[1] } },
  selectors: {
    "&:is(:target, [data-target])": {
      boxShadow: `-8px 0 0 ${color.surface}, -11px 0 0 ${color.primary}`,
    },
  },
});
globalStyle(`${post} > ${tags}`, { marginTop: space[1] });
/** The answer that the asker accepted. */
export const acceptedAnswer = style([
  answer,
  {
    // Its text lines up with the text around it.
    marginInline: -space[4],
    padding: space[4] - 1,
    border: `1px solid ${color.line}`,
    borderRadius: radius.large,
    // On phones it is as wide as the screen.
    "@media": { [phone]: { paddingInline: space[4], borderInlineWidth: 0, borderRadius: 0 } },
    // The first value is for browsers without `color-mix`.
    background: [color.tint, `color-mix(in srgb, ${color.good} 6%, ${color.surface})`],
  },
]);
globalStyle(`${acceptedAnswer} + ${answer}`, { borderTop: 0 });
/** The face is beside the name, however many lines follow. The time does not break. */
export const byline = style({});
globalStyle(`${byline} > span > :first-child`, { alignSelf: "start" });
globalStyle(`${byline} [title]`, {
  whiteSpace: "nowrap",
  "@media": { [phone]: { fontSize: type.small } },
});
export const notice = style({
  padding: `${space[2]}px ${space[3]}px`,
  borderLeft: `3px solid ${color.accent}`,
  background: color.tint,
  fontSize: type.quiet,
});
export const margin = style({
  display: "grid",
  alignContent: "start",
  justifyItems: "center",
  gap: space[2],
  color: color.good,
  "@media": { [phone]: { display: "flex" } },
});
/** On phones an accepted answer's figure is on the line that says so. */
globalStyle(`${acceptedAnswer} > *`, { "@media": { [phone]: { gridArea: "1 / 1" } } });
globalStyle(`${acceptedAnswer} > ${margin}`, { "@media": { [phone]: { justifySelf: "end" } } });
/** The reader's actions on a post, in one row and one style. */
export const acts = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: space[4],
  minHeight: touch,
  color: color.inkSoft,
  fontSize: type.quiet,
  "@media": { [phone]: { position: "relative", columnGap: space[2], paddingInlineEnd: touch } },
});
/** On phones, "…" stays in the first line, however many the other actions need. */
globalStyle(`${acts} > details:last-child`, {
  "@media": { [phone]: { position: "absolute", top: 0, insetInlineEnd: 0 } },
});
globalStyle(`${acts} label`, { display: "grid", gap: space[1] });
export const act = style({
  padding: 0,
  border: 0,
  background: "none",
  color: "inherit",
  font: "inherit",
  textDecoration: "underline",
  textUnderlineOffset: 3,
  cursor: "pointer",
});
export const deleteAct = style([act, { color: color.bad }]);
/** An opened form takes its own lines, after the other actions. */
globalStyle(`${acts} > details[open]:not(:last-child)`, { flexBasis: "100%", order: 1 });
/** Indented below their post, so that they don't look like the next answer. */
export const comments = style({
  paddingInlineStart: space[4],
  borderInlineStart: `2px solid ${color.line}`,
  fontSize: type.quiet,
  "@media": { [phone]: { paddingInlineStart: space[3] } },
});
globalStyle(`${comments} ${acts}`, { "@media": { [phone]: { fontSize: type.small } } });
globalStyle(`${comments} + details > summary`, { fontSize: type.quiet });
export const comment = style({ paddingTop: space[2], listStyle: "none" });
globalStyle(`${comment} > p + p`, { marginTop: space[1] });
/** The heading above the field says the same as its label. */
export const answering = style({});
globalStyle(`${answering} label`, { position: "absolute", clipPath: "inset(50%)" });
export const preview = style({
  ...column,
  gap: space[2],
  padding: space[4],
  border: `1px dashed ${color.edge}`,
  borderRadius: radius.small,
});
export const similar = style([stack[2]]);
globalStyle(`${similar} li`, {
  display: "grid",
  justifyItems: "start",
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${similar} ul`, { padding: 0, listStyle: "none" });
export const part = style({
  display: "grid",
  gap: space[3],
  paddingBlock: space[4],
  borderTop: `1px solid ${color.line}`,
});
/** Without an answer, the form follows at once. */
globalStyle(`${post} > ${part}`, { paddingBottom: 0 });
globalStyle(`${part} del`, { color: color.bad });
globalStyle(`${part} ins`, { color: color.good, textDecoration: "none" });
export const version = style({ whiteSpace: "pre-wrap", fontSize: type.quiet });
/** Large enough to tap. */
globalStyle(`${sorts} a, ${act}, ${similar} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
});
globalStyle(`${thing} [data-print=no], ${thing} nav, ${buttons}, ${acts} > :not(p)`, {
  "@media": { print: { display: "none" } },
});
export const helpers = style([stack[2]]);
globalStyle(`${helpers} > legend`, { marginBottom: space[2], fontWeight: 600 });
/** A member to choose by a tap on the face or the name. */
export const helper = style({
  display: "grid",
  gridTemplateColumns: "auto auto minmax(0, 1fr)",
  alignItems: "center",
  gap: space[3],
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  cursor: "pointer",
});
export const prose = styleProse();
globalStyle(`${prose} p`, { textWrap: "pretty" });
export const area = styleArea("12rem");
