import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { styleProse } from "#app/ui/prose-style.ts";
import { stack } from "#app/ui/styles/layout.css.ts";
import { color, medium, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const head = styleHead();
globalStyle(`${head} h1 + p`, {
  marginTop: space[2],
  "@media": { [phone]: { fontSize: type.quiet, lineHeight: 1.5 } },
});
export const facts = styleFacts();
globalStyle(facts, {
  color: color.inkSoft,
  fontSize: type.quiet,
  lineHeight: 1.4,
  "@media": { [phone]: { fontSize: type.small } },
});
globalStyle(`${facts} > :first-child::first-letter`, { textTransform: "uppercase" });
/** A row of the list. All of it is a link. */
export const row = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "start",
  gap: `0 ${space[3]}px`,
  paddingBlock: space[3],
  borderTop: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  listStyle: "none",
  "@media": { [medium]: { gap: `0 ${space[4]}px`, paddingBlock: space[4] } },
});
export const rowTitle = style({ fontSize: type.body, "@media": { [medium]: { fontSize: type.large } } });
globalStyle(`${rowTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${rowTitle} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${rowTitle} a:focus-visible`, { outline: "none" });
globalStyle(`${rowTitle} a:focus-visible::after`, {
  outline: `2px solid ${color.primary}`,
  outlineOffset: -2,
  borderRadius: radius.small,
});
globalStyle(`${row}:hover ${rowTitle} a`, { textDecoration: "underline" });
/** Today's row of the board. */
export const today = style({
  marginTop: 2,
  fontSize: type.quiet,
  lineHeight: 1.4,
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  textWrap: "pretty",
  "@media": { [phone]: { fontSize: type.small, WebkitLineClamp: 3 } },
});
globalStyle(`${today} b`, { marginInlineEnd: space[1], color: color.primary, fontWeight: 600 });
export const pastDate = style({ color: color.warn, fontWeight: 600 });
export const boardHead = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "center",
  gap: `${space[1]}px ${space[4]}px`,
  "@media": { [phone]: { gridTemplateColumns: "minmax(0, 1fr)" } },
});
globalStyle(`${boardHead} > span`, { "@media": { [phone]: { display: "none" } } });
globalStyle(`${boardHead} h1`, { "@media": { [phone]: { fontSize: type.title } } });
globalStyle(`${boardHead} h1 + p`, { marginTop: space[2] });
/** Below the board: asks whether it is still right, in one line if there is room. */
export const question = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[4]}px`,
  padding: `${space[3]}px ${space[4]}px`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  // The last line is higher than its text, for fingers.
  "@media": { [phone]: { paddingBottom: 0 } },
});
globalStyle(`${question} > div`, { flex: 1 });
export const remark = style({ selectors: { "&[open]": { flexBasis: "100%" } } });
globalStyle(`${remark} > summary`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.primary,
  fontSize: type.quiet,
  textDecoration: "underline",
  cursor: "pointer",
});
export const listed = style({
  display: "grid",
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  listStyle: "none",
});
export const list = style({ padding: 0, borderBottom: `1px solid ${color.line}` });
export const version = style([
  stack[2],
  {
    paddingBlock: space[3],
    borderTop: `1px solid ${color.line}`,
    overflowWrap: "anywhere",
    listStyle: "none",
  },
]);
export const board = style([stack[4], { overflowWrap: "anywhere" }]);
// The title is near the back link.
globalStyle(`${board} > div:has(> [data-back])`, { marginBottom: -space[1] - space[4] });
export const prose = styleProse();
export const past = style({
  padding: `${space[2]}px ${space[3]}px`,
  borderLeft: `3px solid ${color.accent}`,
  background: color.tint,
  fontSize: type.quiet,
});
export const keepers = style({
  display: "flex",
  fontSize: type.quiet,
  flexWrap: "wrap",
  gap: `${space[2]}px ${space[4]}px`,
  padding: 0,
  listStyle: "none",
});
export const people = style({ padding: 0, listStyle: "none" });
globalStyle(`${people} > li`, {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[3],
  minHeight: touch,
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
});

/** A shadow at an edge of a wide table that can be scrolled further that way. */
const edge = (side: "left" | "right") => [
  `linear-gradient(to ${side === "left" ? "right" : "left"}, ${color.surface} 30%, transparent) ${side} / 40px 100% no-repeat local`,
  `linear-gradient(to ${side === "left" ? "right" : "left"}, ${color.shadow}, transparent) ${side} / 8px 100% no-repeat scroll`,
];
const [leftCover, leftShadow] = edge("left");
const [rightCover, rightShadow] = edge("right");
// A wide table scrolls in its own box, on phones to the edge of the screen. Its words stay whole.
globalStyle(`${prose} [data-table]`, {
  maxWidth: "100%",
  overflowX: "auto",
  overflowWrap: "normal",
  background: [leftCover, rightCover, leftShadow, rightShadow].join(", "),
  "@media": { [phone]: { maxWidth: "none", marginInlineEnd: -space[4] } },
});
globalStyle(`${prose} table`, {
  minWidth: "100%",
  borderCollapse: "collapse",
  fontSize: type.quiet,
  fontVariantNumeric: "tabular-nums",
});
globalStyle(`${prose} :is(th, td)`, {
  padding: `${space[2]}px ${space[3]}px`,
  border: `1px solid ${color.line}`,
  textAlign: "start",
  verticalAlign: "top",
  overflowWrap: "normal",
  wordBreak: "normal",
  hyphens: "none",
  "@media": { [phone]: { padding: `6px ${space[2]}px` } },
});
globalStyle(`${prose} th`, { background: color.tint, fontWeight: 600 });
globalStyle(`${prose} [data-align=center]`, { textAlign: "center" });
globalStyle(`${prose} [data-align=right]`, { textAlign: "end" });
globalStyle(`${prose} tr[data-today] > td`, { background: color.own });
globalStyle(`${prose} tr[data-today] > td:first-child`, { fontWeight: 600 });
// The first column stays while the others scroll.
globalStyle(`${prose} :where([data-table] :is(th, td):first-child)`, {
  "@media": {
    [phone]: {
      position: "sticky",
      insetInlineStart: 0,
      backgroundColor: color.surface,
      boxShadow: `inset -1px 0 ${color.line}`,
    },
  },
});
globalStyle(`${prose} [data-table]:focus-visible`, { borderRadius: radius.small });
export const body = style({ fontFamily: "ui-monospace, monospace", fontSize: type.quiet });
