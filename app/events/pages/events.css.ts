import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { page } from "#app/ui/styles/global.css.ts";
import { row } from "#app/ui/styles/layout.css.ts";
import { light } from "#app/ui/styles/palette.ts";
import { color, font, medium, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

export const body = style([
  page,
  {
    display: "grid",
    gap: space[6],
    paddingBlock: space[5],
    "@media": { [phone]: { gap: space[2], paddingTop: space[4] } },
  },
]);
export const head = styleHead();
/** The button stays beside the text as long as it fits. */
globalStyle(`${head} > div`, { flex: "1 1 20rem" });
/** A back link has no drawing's height around it. */
globalStyle(`${body} > div:has(> div > [data-back])`, { "@media": { [phone]: { paddingBlock: space[2] } } });
export const subtitle = style({ marginTop: space[2], color: color.inkSoft, textWrap: "balance" });
globalStyle(`${body} > section`, { "@media": { [phone]: { marginTop: space[3] } } });
/** One line without visible labels. */
export const search = style([row[3], { "@media": { [phone]: { gap: space[2] } } }]);
globalStyle(`${search} > div`, { "@media": { [phone]: { flex: "1 1 5rem", minWidth: "min-content" } } });
globalStyle(`${search} > div + div`, { "@media": { [phone]: { flex: "0 1 7.5rem" } } });
globalStyle(`${search} :is(input, select)`, {
  "@media": { [phone]: { paddingLeft: space[2], fontSize: type.quiet } },
});
globalStyle(`${search} > div:first-child`, { "@media": { [medium]: { width: "min(20rem, 100%)" } } });
globalStyle(`${search} label`, { position: "absolute", clipPath: "inset(50%)" });
export const grid = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  "@media": {
    [medium]: { gap: space[5], gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
  },
});
export const tabs = styleTabs();
/** The tabs' line is above it. */
globalStyle(`:has(> ${tabs}) ~ ul > :first-child`, { "@media": { [phone]: { borderTop: 0 } } });
globalStyle(`:has(> ${tabs}) ~ ul`, { "@media": { [phone]: { borderBottom: `1px solid ${color.line}` } } });

/** On phones a list row with a small picture. */
export const card = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "72px minmax(0, 1fr)",
  gap: `0 ${space[3]}px`,
  paddingBlock: 6,
  borderTop: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  scrollMarginTop: space[4],
  "@media": {
    [medium]: {
      gridTemplateColumns: "minmax(0, 1fr)",
      gridTemplateRows: "auto 1fr auto",
      gap: 0,
      paddingBlock: 0,
      border: `1px solid ${color.line}`,
      borderRadius: radius.large,
      background: color.raised,
      overflow: "hidden",
    },
  },
});
export const picture = style({
  width: "100%",
  height: "auto",
  aspectRatio: "2 / 1",
  objectFit: "cover",
  // Shown until the picture has loaded.
  background: color.tint,
});
globalStyle(`${card} > ${picture}`, {
  gridRow: "1 / span 2",
  aspectRatio: "1",
  outline: `1px solid ${color.line}`,
  borderRadius: radius.small,
  "@media": { [medium]: { gridRow: "auto", aspectRatio: "2 / 1", borderRadius: 0 } },
});
/** A calendar leaf on the picture's corner. The line beside it repeats the date, so phones show the whole picture. */
export const leaf = style({
  position: "absolute",
  display: "grid",
  justifyItems: "center",
  paddingInline: space[1],
  margin: `0 ${space[1]}px`,
  borderTop: `4px solid ${color.accent}`,
  fontSize: type.small,
  lineHeight: 1.15,
  "@media": { [phone]: { display: "none" } },
});
globalStyle(`${leaf} > b`, { fontFamily: font.head, fontSize: type.large });
/** A lamp beside the leaf, lit when the member registers. A transition, so that nothing moves when the page opens. */
globalStyle(`${card} > svg`, {
  position: "absolute",
  width: 32,
  height: 32,
  margin: "0 44px",
  padding: 6,
  borderRadius: radius.round,
  background: color.accent,
  color: color.onAccent,
  opacity: 0,
  transition: "opacity 240ms",
  "@media": {
    [phone]: {
      width: 24,
      height: 24,
      insetBlockStart: 50,
      insetInlineStart: 44,
      margin: 0,
      padding: space[1],
    },
  },
});
globalStyle(`${card}[data-lit] > svg`, { opacity: 1 });
globalStyle(`${leaf}, ${card} > svg`, {
  "@media": { [medium]: { insetBlockStart: space[2], insetInlineStart: space[1] } },
});
export const cardText = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap: 1,
  lineHeight: 1.3,
  "@media": { [medium]: { gap: space[1], lineHeight: "inherit", padding: `${space[4]}px ${space[4]}px 0` } },
});
export const when = style({
  position: "relative",
  fontSize: type.quiet,
  "@media": { [phone]: { color: color.inkSoft, fontSize: type.small } },
});
/** On a card it is in the corner of the picture above. Phones have no room for it. */
export const kind = style({
  color: color.inkSoft,
  fontSize: type.small,
  letterSpacing: "0.06em",
  textTransform: "uppercase",
  "@media": { [phone]: { display: "none" } },
});
globalStyle(`${when} > ${kind}`, {
  position: "absolute",
  bottom: "calc(100% + 24px)",
  insetInlineEnd: -space[2],
  paddingInline: space[2],
});
/** In both themes alike, as the pictures. */
globalStyle(`${leaf}, ${when} > ${kind}`, {
  borderRadius: radius.small,
  background: light.raised,
  color: light.ink,
});
export const cardTitle = style({
  fontSize: type.body,
  "@media": { [medium]: { fontSize: type.large } },
});
/** A single card is wider, with its picture beside the text. */
const single = `${grid} > ${card}:only-child`;
globalStyle(single, {
  "@media": {
    [medium]: {
      gridColumn: "1 / -1",
      gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)",
      gridTemplateRows: "1fr auto",
      maxWidth: 720,
    },
  },
});
globalStyle(`${single} > ${picture}`, {
  "@media": { [medium]: { gridRow: "1 / span 2", height: "100%", aspectRatio: "auto" } },
});
globalStyle(`${single} ${kind}`, {
  "@media": { [medium]: { bottom: "auto", background: "none", color: color.inkSoft } },
});
globalStyle(`${cardTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${cardTitle} a:hover`, { textDecoration: "underline" });
// The whole card links to the event.
globalStyle(`${cardTitle} a::after`, { content: "", position: "absolute", inset: 0 });
/** The place and the seats: on phones in one line if both fit. */
export const facts = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: space[3],
  color: color.inkSoft,
  fontSize: type.quiet,
  "@media": { [phone]: { fontSize: type.small }, [medium]: { display: "grid", gap: space[1] } },
});
globalStyle(`${facts} time`, { color: color.ink });
globalStyle(`${facts} > bdi`, {
  "@media": {
    [phone]: { maxWidth: "100%", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  },
});
globalStyle(`${facts} > span`, { flex: "none", maxWidth: "100%" });
/** Before several facts, the place has its own line. */
globalStyle(`${facts}:has(> :nth-child(3)) > bdi`, { "@media": { [phone]: { flex: "1 0 100%" } } });
/** Above the link that covers the card. */
export const actions = style({
  position: "relative",
  zIndex: 1,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[1]}px`,
  gridColumn: 2,
  marginTop: space[1],
  pointerEvents: "none",
  "@media": { [medium]: { gap: space[2], gridColumn: 1, marginTop: 0, padding: space[4] } },
});

globalStyle(`${actions} > *`, { pointerEvents: "auto" });
/** Past events have none. */
globalStyle(`${actions}:empty`, { "@media": { [medium]: { paddingTop: 0 } } });
globalStyle(`${single} > ${actions}`, { "@media": { [medium]: { gridColumn: 2 } } });
/** What a member with a seat can do, in one line below the note. */
export const leave = style({ color: color.inkSoft, fontWeight: 400 });
globalStyle(`a${leave}`, { marginInline: `-1px ${space[2]}px`, color: color.primary });
globalStyle(`${actions} ${leave}`, { "@media": { [phone]: { minHeight: 24 } } });
globalStyle(`${actions} ${leave}::after`, { "@media": { [phone]: { inset: "-8px 0 -12px" } } });
/** The title should stand out, not the button, which is the same in every card. */
globalStyle(`${actions} > form > :is(a, button):not(${leave}), ${actions} > [data-for]`, {
  borderColor: color.line,
  color: color.primary,
});
/** On phones a button looks smaller than its touch target. */
globalStyle(`${actions} :is(button, a, summary)`, {
  "@media": { [phone]: { position: "relative", minHeight: 36, paddingBlock: 0, fontSize: type.small } },
});
globalStyle(`${actions} :is(button, a, summary)::after`, {
  "@media": { [phone]: { content: "", position: "absolute", inset: "-5px 0" } },
});
export const leaving = style({ selectors: { "&[open]": { flexBasis: "100%" } } });
globalStyle(`${leaving}[open] > :not(summary)`, { marginTop: space[2] });
export const note = style({ flexBasis: "100%", fontSize: type.quiet, fontWeight: 600 });
export const over = style({ color: color.inkSoft, fontSize: type.small });
globalStyle(`${actions} ${note}`, { "@media": { [phone]: { marginBottom: -6, fontSize: type.small } } });
export const organizer = style({ display: "flex" });
/**
 * What organizers can do is on one line, its text below the card's. In a list on phones Edit and Delete are icons only,
 * and the line is as wide as the row, because a column is too narrow.
 */
globalStyle(`${actions}:has(${organizer})`, {
  marginInlineStart: -space[3],
  "@media": { [phone]: { gridColumn: "1 / -1" } },
});
globalStyle(`${actions}:has(${organizer}) > :is(${note}, :has(${note}))`, {
  flexBasis: "100%",
  order: -1,
  paddingInlineStart: space[3],
});
globalStyle(`${actions} > ${organizer} > a`, {
  "@media": { [phone]: { gap: 0, minWidth: touch, fontSize: 0 } },
});
globalStyle(`${actions}:has(${organizer}) > a > svg`, { "@media": { [phone]: { display: "none" } } });
export const deleteLink = style({ color: color.bad });
export const alert = style({ flexBasis: "100%" });

/** A list without markers. */
export const plain = style({ listStyle: "none" });
export const area = styleArea("12rem");
