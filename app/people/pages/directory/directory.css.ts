import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { canLieOpen, styleOpen, styleSummary } from "#app/ui/drawer-style.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, medium, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

export const tabs = styleTabs();
export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  justifyContent: "space-between",
  gap: `${space[2]}px ${space[4]}px`,
  paddingTop: space[6],
  "@media": { [phone]: { paddingTop: space[4] } },
});
/** The links to both sections, with the number of members at the line's end, or above them if the text is large. */
export const parts = style({
  display: "flex",
  flexWrap: "wrap-reverse",
  alignItems: "end",
  justifyContent: "space-between",
  columnGap: space[3],
  borderBottom: `1px solid ${color.ink}`,
});
globalStyle(`${parts} > ${tabs}`, { borderBottom: 0, "@media": { [phone]: { marginTop: 0 } } });
export const everyone = style({
  flex: "1 1 5rem",
  minWidth: 0,
  // On the line of the links.
  paddingBottom: 15,
  color: color.inkSoft,
  fontSize: type.small,
  lineHeight: 1.2,
  textAlign: "end",
});
globalStyle(`${head} > div`, { "@media": { [phone]: { maxWidth: "max(13rem, 100% - 8.5rem)" } } });
export const tagline = style({
  marginTop: space[2],
  color: color.inkSoft,
  "@media": { [phone]: { marginTop: space[1], fontSize: type.small, lineHeight: 1.35, textWrap: "balance" } },
});
/** On phones, the people matter more than a second sentence about them. */
export const about = style([tagline, { maxWidth: "35rem", "@media": { [phone]: { display: "none" } } }]);
export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  gap: space[2],
  alignItems: "end",
  marginTop: space[2],
  "@media": {
    [medium]: {
      gap: space[4],
      marginTop: space[4],
      paddingBottom: space[4],
      borderBottom: `1px solid ${color.line}`,
    },
    [wide]: { paddingBottom: 0, borderBottom: 0 },
  },
});
export const search = style({
  flex: "1 1 10rem",
  minWidth: 0,
  "@media": { [medium]: { flexBasis: "100%" } },
});
export const more = style({
  selectors: { "&[open]": { flexBasis: "100%" } },
  "@media": { [medium]: { flexBasis: "100%" } },
});
export const moreSummary = style([
  styleSummary(),
  { "@media": { [phone]: { gap: space[2], fontSize: type.small } } },
]);
export const moreFields = style({
  display: "grid",
  gap: space[2],
  paddingTop: space[2],
  "@media": {
    [medium]: {
      gridTemplateColumns: "repeat(5, minmax(0, 1fr))",
      gap: space[4],
      alignItems: "end",
      "@supports": { [canLieOpen]: { paddingTop: 0 } },
    },
  },
});
styleOpen(more, medium);
/** On wide screens the link that clears the filters is beside the number of people found. */
globalStyle(`${filters} > a`, {
  "@media": { [wide]: { position: "relative", marginInlineStart: "auto", marginBottom: -58 } },
});
/** With scripts every change applies at once, so the button is only needed if the results are out of view. */
export const show = style({ paddingTop: space[3] });
globalStyle(`:root:not([data-lite]) ${show}`, {
  "@media": { [`${medium} and (scripting: enabled)`]: { display: "none" } },
});

export const results = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[6],
  paddingBlock: space[5],
  "@media": {
    [phone]: { gap: space[5], marginTop: -space[2], paddingTop: 0 },
    [wide]: { gap: space[5] },
  },
  scrollMarginTop: space[4],
  outlineOffset: space[2],
});
export const found = style({
  marginBottom: -space[4],
  "@media": { [phone]: { marginBottom: -space[2] } },
});
/** Has no gap below it while it is empty. On phones the batches keep that distance from the search. */
export const nothingFound = style({ "@media": { [medium]: { position: "absolute" } } });
/** Keeps the links to other batches in view on phones. */
export const nobody = style({ "@media": { [phone]: { marginTop: -space[6] } } });
/** On wide screens a batch's name is beside its members, so that few of them don't leave rows empty. */
export const group = style([
  stack[3],
  {
    "@media": {
      [wide]: {
        gridTemplateColumns: "8rem minmax(0, 1fr)",
        columnGap: space[5],
        borderTop: `1px solid ${color.ink}`,
      },
    },
  },
]);
export const groupHead = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyContent: "space-between",
  gap: space[3],
  paddingBottom: space[2],
  borderBottom: `1px solid ${color.ink}`,
  "@media": {
    [phone]: { paddingBottom: space[1] },
    [wide]: { display: "block", paddingTop: space[3], borderBottom: 0 },
  },
});
globalStyle(`${groupHead} h2`, { "@media": { [phone]: { fontSize: type.body } } });
globalStyle(`${groupHead} p`, { "@media": { [phone]: { fontSize: type.small } } });
export const grid = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  columnGap: space[5],
  padding: 0,
  "@media": {
    [medium]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
  },
});
export const card = style({
  position: "relative",
  display: "flex",
  alignItems: "start",
  gap: space[3],
  paddingBlock: space[3],
});
/** Lines between the rows, which have one, two or three cards. */
globalStyle(`${card} + ${card}`, { borderTop: `1px solid ${color.line}` });
globalStyle(`${card}:nth-child(2)`, { "@media": { [medium]: { borderTopWidth: 0 } } });
globalStyle(`${card}:nth-child(3)`, { "@media": { [wide]: { borderTopWidth: 0 } } });
/** With large text the control wraps below the name. */
export const cardText = style({
  flex: 1,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[1]}px ${space[3]}px`,
  minWidth: 0,
});
export const name = style({ flex: "1 1 5rem", minWidth: 0, fontSize: type.body });
globalStyle(`${name} a`, { color: color.ink, textDecoration: "none", unicodeBidi: "plaintext" });
// Clicking anywhere on the card opens the details.
globalStyle(`${name} a::after`, {
  content: "",
  position: "absolute",
  inset: 0,
  borderRadius: radius.large,
});
globalStyle(`${name} a:focus-visible`, { outline: "none" });
globalStyle(`${name} a:focus-visible::after`, { outline: `2px solid ${color.primary}`, outlineOffset: 2 });
globalStyle(`${card}:hover ${name} a`, { textDecoration: "underline" });
/** Two lines at most: the member's page has the rest. */
export const facts = style({
  display: "-webkit-box",
  flexBasis: "100%",
  overflow: "hidden",
  color: color.inkSoft,
  fontSize: type.quiet,
  lineHeight: 1.3,
  // A batch with the longest branch fits in one line.
  "@media": { [phone]: { fontSize: type.small } },
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});
export const message = style({ position: "relative", display: "flex" });
/** Less prominent than the page's own buttons, and just as easy to press. */
globalStyle(`${message} > a`, {
  position: "relative",
  minHeight: 24,
  paddingBlock: 0,
  fontSize: type.small,
  fontWeight: 400,
});
globalStyle(`${message} > a::after`, {
  content: "",
  position: "absolute",
  inset: `${(24 - touch) / 2 - 1}px -8px`,
});
export const state = style({ lineHeight: "24px", color: color.inkSoft, fontSize: type.small });
/** Two buttons take their own line. */
export const answer = style({ position: "relative", flexBasis: "100%", order: 1, marginTop: space[1] });
/** Quieter than Accept. */
globalStyle(`${answer} summary`, { color: color.inkSoft, fontWeight: 400 });
/** One line of chips: those that do not fit are in the details. */
export const chips = style({
  flexBasis: "100%",
  display: "flex",
  flexWrap: "wrap",
  alignContent: "start",
  gap: `1em ${space[1]}px`,
  maxHeight: "1.3em",
  padding: 0,
  overflow: "hidden",
});
globalStyle(`${chips} > li`, {
  overflow: "hidden",
  paddingInline: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius.round,
  color: color.inkSoft,
  fontSize: type.small,
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
/** Above the link that covers the card. */
export const flash = style({
  position: "relative",
  flexBasis: "100%",
  order: 1,
  selectors: { "&:empty": { display: "none" } },
});
export const noSkills = style({ flexBasis: "100%", color: color.inkSoft, fontSize: type.small });
export const moreMembers = style({
  gridColumn: "1 / -1",
  display: "grid",
  justifyItems: "center",
  gap: space[3],
});
export const area = styleArea();
/** Its sentence is short enough to fit next to the drawing. */
globalStyle(`${head} > div > h1:first-child`, { "@media": { [phone]: { minHeight: 0 } } });
globalStyle(`${head} > svg`, { insetBlockStart: space[5] });
