import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { badge } from "#app/ui/badge.css.ts";
import { color, phone, radius, sideways, space, touch, type } from "#app/ui/styles/tokens.css.ts";

/** From this width the list is next to the thread; in a low window, only if the site's header is complete. */
export const twoPanes =
  "screen and (min-width: 48rem) and (min-height: 30.01rem), screen and (min-width: 64rem)";
export const onePane =
  "screen and (max-width: 47.99rem), screen and (max-width: 63.99rem) and (max-height: 30rem)";
/** Narrow phones and large text: "View Conversations" shrinks to an icon. */
const tight = "messages (max-width: 21.99rem)";

/** The bar above the thread with its hairline. On phones the site's menu is at its end. */
export const barPx = 61;
export const menuPx = 48;
/** The width of notices, bell and profile menu side by side, in windows without the bottom bar. */
export const actionsPx = 4 * touch + 3 * space[2] + 4;
/** From this width "View Conversations" fits next to the back arrow. */
const roomy = "messages (min-width: 36rem)";
export const backRem = 13;

const forScreenReaders = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
} as const;

export const head = style({
  gridColumn: 1,
  gridRow: 1,
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[3],
  minHeight: barPx,
  padding: `0 ${space[4]}px`,
  borderBottom: `1px solid ${color.line}`,
  "@media": {
    [phone]: { paddingRight: menuPx + space[2] },
    [sideways]: { paddingRight: actionsPx + space[2] },
    [twoPanes]: { minHeight: 0, padding: `${space[4]}px ${space[4]}px 0`, borderBottom: 0 },
  },
});
/** While a conversation is open, only the back link overlaps the conversation's header. */
export const openHead = style([
  head,
  { "@media": { [onePane]: { justifySelf: "start", zIndex: 2, padding: 0, borderBottom: 0 } } },
]);
export const title = style({ fontSize: type.large, "@media": { [twoPanes]: { fontSize: type.title } } });
/** On small screens, visible to screen readers only. */
export const openTitle = style([title]);
globalStyle(openTitle, {
  "@media": { [onePane]: forScreenReaders },
});

export const drawer = style({ "@media": { [twoPanes]: { display: "none" } } });
export const opener = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  paddingInline: space[3],
  border: `1px solid ${color.edge}`,
  borderRadius: radius.small,
  background: color.raised,
  fontSize: type.quiet,
  fontWeight: 600,
  whiteSpace: "nowrap",
  "@media": { [phone]: { paddingInline: space[2], fontSize: type.small, letterSpacing: "-0.01em" } },
  "@container": { [tight]: { justifyContent: "center", minWidth: touch } },
});
/** A back arrow, with its label if there is room. Otherwise the label covers it invisibly. */
export const back = style([
  opener,
  {
    display: "inline-grid",
    placeItems: "center",
    width: touch,
    padding: 0,
    border: 0,
    background: "none",
    "@container": { [roomy]: { display: "inline-flex", gap: space[2], width: "auto", paddingInline: 10 } },
  },
]);
globalStyle(`${back} > *`, { gridArea: "1 / 1" });
export const openerIcon = style({ display: "none", "@container": { [tight]: { display: "block" } } });
export const openerText = style({ "@container": { [tight]: forScreenReaders } });
globalStyle(`${back} > ${openerText}`, {
  position: "static",
  width: touch,
  height: touch,
  clipPath: "none",
  overflow: "hidden",
  opacity: 0,
  "@container": { [roomy]: { width: "auto", height: "auto", opacity: 1 } },
});
globalStyle(`${back} > ${openerIcon}`, { display: "block" });
// A tap outside the open drawer closes it: the backdrop belongs to the button.
globalStyle(`${drawer}[open] > summary::after`, {
  content: "",
  position: "absolute",
  zIndex: 2,
  inset: `${barPx}px 0 0`,
  background: "rgb(16 21 31 / 45%)",
});
export const whenOpen = style({});
globalStyle(`${drawer}:not([open]) ${whenOpen}`, { display: "none" });
export const whenClosed = style({});
globalStyle(`${drawer}[open] ${whenClosed}`, { display: "none" });

const slide = keyframes({ from: { transform: "translateX(-100%)" } });
export const list = style({
  display: "none",
  gridColumn: 1,
  gridRow: 2,
  minHeight: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  background: color.raised,
  "@media": { [twoPanes]: { display: "block" } },
});
/** Used when no conversation is open that the list could cover. */
export const listAlone = style([list, { "@media": { [onePane]: { display: "block" } } }]);
globalStyle(`${head}:has(> ${drawer}[open]) + ${list}`, {
  "@media": {
    [onePane]: {
      display: "block",
      zIndex: 3,
      width: "min(88%, 360px)",
      borderRight: `1px solid ${color.line}`,
      boxShadow: `12px 0 32px ${color.shadow}`,
      animation: `${slide} 200ms ease-out`,
    },
  },
});

export const search = style({ display: "block", borderBottom: `1px solid ${color.line}` });
export const searchForm = style({ padding: space[4], paddingTop: space[3] });
// The placeholder is longer than the field.
globalStyle(`${searchForm} input::placeholder`, { "@media": { [twoPanes]: { fontSize: type.quiet } } });
export const searchFailure = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  padding: `0 ${space[4]}px ${space[4]}px`,
  fontSize: type.quiet,
});
export const noResults = style({
  padding: `0 ${space[4]}px ${space[4]}px`,
  color: color.inkSoft,
  fontSize: type.quiet,
});
export const results = style({ paddingBottom: space[2] });
export const result = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  minHeight: 64,
  paddingInline: space[4],
  color: color.ink,
  textDecoration: "none",
  selectors: { "&:hover": { background: color.tint }, "&:focus-visible": { outlineOffset: -3 } },
});
/** The result that Enter chooses. */
globalStyle(`${searchForm}:focus-within + [data-live] li:first-child > ${result}`, {
  background: color.tint,
  boxShadow: `inset 3px 0 ${color.accent}`,
});
globalStyle(`${searchForm}:focus-within + [data-live] li:first-child > ${result}::after`, {
  "@media": {
    "(pointer: fine)": {
      content: "'Enter ↵' / ''",
      flex: "none",
      marginLeft: "auto",
      color: color.inkSoft,
      fontSize: type.small,
    },
  },
});
const oneLine = style({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
export const email = style([oneLine, { color: color.inkSoft, fontSize: type.small }]);

export const rows = style({ padding: 0 });
export const row = style({
  display: "grid",
  gridTemplateColumns: `${touch}px minmax(0, 1fr) auto`,
  columnGap: space[3],
  alignItems: "center",
  padding: `${space[3]}px ${space[4]}px`,
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: "none",
  "@media": { [twoPanes]: { paddingBlock: space[2] } },
  selectors: {
    "&:hover": { background: color.tint },
    "&[aria-current]": { background: color.tint, boxShadow: `inset 3px 0 ${color.accent}` },
    "&:focus-visible": { outlineOffset: -3 },
  },
});
globalStyle(`${row} > :first-child`, { gridRow: "1 / 3" });
export const nameLine = style({ display: "flex", alignItems: "center", gap: space[2], minWidth: 0 });
export const name = style([oneLine, { lineHeight: 1.35 }]);
globalStyle(`${row}:has(> ${badge}) ${name}`, { fontWeight: 600 });
globalStyle(`${row} > ${badge}`, { justifySelf: "end" });
/** Marks a conversation in which the viewer is hidden. */
export const hidden = style({
  fontSize: type.small,
  fontStyle: "italic",
});
globalStyle(`${hidden}::after`, { content: "' · '" });
export const time = style({
  justifySelf: "end",
  color: color.inkSoft,
  fontSize: type.small,
  whiteSpace: "nowrap",
});
export const lastMessage = style([
  oneLine,
  { gridColumn: "2 / 4", color: color.inkSoft, fontSize: type.quiet, lineHeight: 1.4 },
]);
globalStyle(`${row}:has(> ${badge}) > ${lastMessage}`, { gridColumn: 2, color: color.ink });
export const note = style({
  display: "grid",
  gap: space[2],
  padding: space[5],
  color: color.inkSoft,
  fontSize: type.quiet,
  textAlign: "center",
  textWrap: "balance",
});
globalStyle(`${note} > div`, { justifyItems: "center" });
export const more = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  columnGap: space[4],
  padding: space[2],
  fontSize: type.quiet,
});
/** At the bottom of the pane, or below a longer list. */
export const about = style([
  more,
  {
    position: "sticky",
    top: "100%",
    color: color.inkSoft,
    // All three in the list's width.
    "@media": { [twoPanes]: { columnGap: space[3], fontSize: type.small } },
  },
]);
globalStyle(`${about} a`, { color: "inherit" });
globalStyle(`${more} a`, { display: "inline-flex", alignItems: "center", minHeight: touch });
