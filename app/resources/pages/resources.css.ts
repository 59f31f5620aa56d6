import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { color, darkStyle, font, medium, phone, radius, space, type } from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

export const results = style({ outline: "none", scrollMarginTop: space[4] });

export const list = style({ borderTop: `1px solid ${color.ink}` });
/** On phones the person and the button share a line below the text. */
const entry = style({
  display: "grid",
  gridTemplateColumns: "72px minmax(0, 1fr) auto",
  alignItems: "center",
  gap: `${space[1]}px ${space[3]}px`,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
});
export const row = style([
  entry,
  {
    "@media": {
      [medium]: {
        gridTemplateColumns: "112px minmax(0, 1fr) auto",
        gap: `${space[2]}px ${space[4]}px`,
        paddingBlock: space[4],
      },
    },
  },
]);
/** Has a folded corner, so that it does not look like a button. */
export const thumbnail = style({
  position: "relative",
  display: "grid",
  placeItems: "center",
  alignSelf: "start",
  overflow: "hidden",
  aspectRatio: "8 / 5",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  color: color.inkSoft,
  fontFamily: font.head,
  fontSize: type.small,
  fontWeight: 600,
  background: `linear-gradient(225deg, transparent 12px, ${color.tint} 12px)`,
});
globalStyle(`${row} > ${thumbnail}`, { "@media": { [medium]: { gridRow: "1 / span 2" } } });
export const rowText = style({
  display: "grid",
  gap: 2,
  gridColumn: "2 / -1",
  "@media": { [medium]: { gap: space[2], gridColumn: 2 } },
});
export const rowTitle = style({
  fontSize: type.body,
  textWrap: "pretty",
  "@media": { [medium]: { fontSize: type.large } },
});
globalStyle(`${rowTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${rowTitle} a:hover`, { textDecoration: "underline" });
/** On phones only the facts of the first two lines are shown. */
export const facts = style([
  styleFacts(),
  {
    color: color.inkSoft,
    fontSize: type.quiet,
    "@media": {
      [phone]: { maxHeight: "2.7em", overflow: "clip", fontSize: type.small, lineHeight: 1.35 },
    },
  },
]);
globalStyle(`${facts} b`, { color: color.ink, fontWeight: 600, whiteSpace: "nowrap" });
/** On phones the name alone, so that the note's title stays the strongest. */
export const rowPerson = style({
  gridColumn: "1 / 3",
  fontSize: type.quiet,
  "@media": {
    [phone]: { display: "flex", minWidth: 0, fontSize: type.small },
    [medium]: { gridColumn: 2 },
  },
});
globalStyle(`${rowPerson} span[dir=auto]`, { "@media": { [phone]: { display: "none" } } });
export const rowAction = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "end",
  gap: space[2],
  gridColumn: 3,
  "@media": { [medium]: { maxWidth: 260 } },
});
globalStyle(`${row} > ${rowAction}`, { "@media": { [medium]: { gridArea: "1 / 3 / span 2" } } });
/** Without a person, the buttons begin below the title. */
globalStyle(`${rowText} + ${rowAction}`, {
  justifyContent: "start",
  gridColumn: "2 / -1",
  "@media": { [medium]: { justifyContent: "end", gridColumn: 3 } },
});
/** The title should stand out, not the button, which is the same in every row. */
globalStyle(`${rowAction} > a`, {
  borderColor: color.line,
  color: color.primary,
  "@media": { [phone]: { position: "relative", minHeight: 36, paddingBlock: 0, fontSize: type.small } },
});
globalStyle(`${rowAction} > a::after`, {
  "@media": { [phone]: { content: "", position: "absolute", inset: "-5px 0" } },
});
export const downloadError = style({ marginTop: space[2] });
/** The same on a page without React: `app/device/open-file.ts`. */
globalStyle("[data-file] + p", {
  flexBasis: "100%",
  padding: space[3],
  border: `1px solid ${color.bad}`,
  borderRadius: radius.small,
  color: color.bad,
  fontSize: type.quiet,
});

export const grid = style({
  display: "grid",
  "@media": {
    [medium]: {
      gap: space[4],
      gridTemplateColumns: "repeat(auto-fill, minmax(min(272px, 100%), 1fr))",
      paddingBlock: space[4],
    },
  },
});
export const card = style([
  entry,
  {
    "@media": {
      [medium]: {
        gridTemplateColumns: "minmax(0, 1fr)",
        // The names in a line of cards have the same height.
        gridRow: "span 4",
        gridTemplateRows: "subgrid",
        alignItems: "start",
        gap: space[3],
        minWidth: 0,
        paddingBlock: `0 ${space[4]}px`,
        overflow: "hidden",
        border: `1px solid ${color.line}`,
        borderRadius: radius.large,
        background: color.raised,
      },
    },
  },
]);
globalStyle(`${card} > *`, { "@media": { [medium]: { gridColumn: "auto", marginInline: space[4] } } });
globalStyle(`${card} > ${thumbnail}`, {
  "@media": {
    [medium]: {
      marginInline: 0,
      border: 0,
      borderBottom: `1px solid ${color.line}`,
      borderRadius: 0,
      fontSize: type.title,
    },
  },
});
// Names of one line keep the buttons of neighbouring cards level.
globalStyle(`${card} span[dir=auto]`, {
  "@media": {
    [medium]: { maxWidth: "100%", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  },
});
// Short titles and texts, too, keep the facts of neighbouring cards level.
globalStyle(`${card} h3`, { "@media": { [medium]: { minHeight: "2lh" } } });
globalStyle(`${card} > ${rowAction}`, {
  "@media": { [medium]: { gridColumn: "auto", justifySelf: "start" } },
});
/** Covers the placeholder once it has loaded. */
export const cover = style({
  position: "absolute",
  inset: 0,
  width: "100%",
  height: "100%",
  objectFit: "cover",
});
/** Darkens a document's first page in the dark theme. */
const dark = style({});
darkStyle(dark, { filter: "invert(.88) sepia(.3) hue-rotate(180deg)" });
export const firstPage = `${cover} ${dark}`;
/** Large enough to read the heading. */
const large = { scale: 1.7, transformOrigin: "18% 16%" };
globalStyle(`${card} ${dark}`, { "@media": { [phone]: large } });
globalStyle(`${row} ${dark}`, large);
export const excerpt = style({
  display: "none",
  overflow: "hidden",
  minHeight: "2lh",
  fontSize: type.quiet,
  "@media": { [medium]: { display: "-webkit-box" } },
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
});
/** A line of the file, where the search found its words. */
export const textMatch = style({
  overflow: "hidden",
  whiteSpace: "nowrap",
  textOverflow: "ellipsis",
  borderInlineStart: `2px solid ${color.accent}`,
  paddingInlineStart: space[2],
  color: color.inkSoft,
  fontSize: type.small,
  "@media": { [phone]: { lineHeight: 1.35 }, [medium]: { whiteSpace: "normal" } },
});
globalStyle(`${facts}:has(+ ${textMatch})`, { "@media": { [phone]: { maxHeight: "1.35em" } } });
export const tabs = styleTabs();
export const mine = style({ paddingTop: space[2] });
/** The tabs above already have a border. */
globalStyle(`${mine} > ${list}`, { borderTop: 0 });
export const quiet = style({ fontSize: type.quiet, color: color.inkSoft });
globalStyle(`${quiet} b`, { color: color.ink });

export const emptyCategories = style({ display: "grid", gap: space[3], justifyItems: "start" });
export const loading = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  minHeight: 44,
  color: color.inkSoft,
});
/** On phones the back link has its own line, and the button is beside the title, or below it if the text is large. */
export const pageHead = styleHead();
globalStyle(pageHead, {
  paddingTop: space[5],
  "@media": { [phone]: { gap: space[2] }, [medium]: { alignItems: "end" } },
});
globalStyle(`${pageHead} h1`, { "@media": { [phone]: { flexBasis: "8rem" } } });
globalStyle(`${pageHead} > div`, { flex: "1 1 20rem" });
globalStyle(`${pageHead} > div > div`, {
  "@media": { [phone]: { flexBasis: "100%", marginBottom: -space[3] } },
});
/** The back link or the button is in place of the drawing. */
globalStyle(`${pageHead}:has([data-back]) > svg`, { "@media": { [phone]: { display: "none" } } });
globalStyle(`${pageHead} > a + svg`, { display: "none" });
export const subtitle = style({ marginTop: space[2], maxWidth: "68ch", color: color.inkSoft });
export const section = style({
  display: "grid",
  gap: space[4],
  paddingTop: space[7],
  "@media": { [phone]: { gap: space[2], paddingTop: space[5] } },
});
export const sectionHead = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[2],
});
globalStyle(`${sectionHead} > a`, { fontSize: type.quiet, fontWeight: 400 });
export const area = styleArea("14rem");
