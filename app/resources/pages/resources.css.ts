import { globalStyle, style } from "@vanilla-extract/css";
import { styleArea } from "#app/ui/area-style.ts";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleHead } from "#app/ui/head-style.ts";
import { color, darkStyle, font, medium, phone, radius, space, type } from "#app/ui/styles/tokens.css.ts";
import { styleTabs } from "#app/ui/tabs-style.ts";

export const results = style({ outline: "none", scrollMarginTop: space[4] });

export const list = style({ padding: 0, borderTop: `1px solid ${color.ink}` });
export const row = style({
  display: "grid",
  gridTemplateColumns: "64px minmax(0, 1fr)",
  gap: `${space[2]}px ${space[4]}px`,
  alignItems: "start",
  paddingBlock: space[4],
  borderBottom: `1px solid ${color.line}`,
  "@media": {
    [medium]: { gridTemplateColumns: "80px minmax(0, 1fr) auto", alignItems: "center" },
  },
});
const frame = style({
  display: "grid",
  placeItems: "center",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.raised,
});
/** Has a folded corner, so that it does not look like a button. */
const placeholder = style([
  frame,
  {
    color: color.inkSoft,
    fontFamily: font.head,
    fontWeight: 600,
    letterSpacing: "0.04em",
    background: `linear-gradient(225deg, transparent 12px, ${color.tint} 12px)`,
  },
]);
export const rowPlaceholder = style([
  placeholder,
  { position: "relative", aspectRatio: "8 / 5", fontSize: type.small },
]);
export const rowText = style({ display: "grid", gap: space[2], minWidth: 0, overflowWrap: "anywhere" });
export const rowTitle = style({ fontSize: type.large, textWrap: "pretty" });
globalStyle(`${rowTitle} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${rowTitle} a:hover`, { textDecoration: "underline" });
export const facts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
globalStyle(`${facts} b`, { color: color.ink, fontWeight: 600, whiteSpace: "nowrap" });
export const rowAction = style({
  display: "flex",
  flexWrap: "wrap",
  gap: space[2],
  gridColumn: 2,
  "@media": { [medium]: { gridColumn: 3, maxWidth: 260 } },
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
  gap: space[4],
  gridTemplateColumns: "repeat(auto-fill, minmax(min(272px, 100%), 1fr))",
  paddingBlock: space[4],
});
export const card = style({
  display: "grid",
  gridTemplateRows: "auto 1fr auto",
  minWidth: 0,
  overflow: "hidden",
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
});
/** Without a thumbnail, phones show a low strip and wide screens an area of the same height. */
export const cardPlaceholder = style({
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: space[2],
  padding: `${space[2]}px ${space[4]}px`,
  background: color.tint,
  color: color.inkSoft,
  fontFamily: font.head,
  fontWeight: 600,
  fontSize: type.large,
  letterSpacing: "0.04em",
  "@media": {
    [phone]: { height: 84 },
    [medium]: {
      flexDirection: "column",
      justifyContent: "center",
      aspectRatio: "8 / 5",
      fontSize: type.title,
    },
  },
});
export const cardPicture = style([
  cardPlaceholder,
  {
    flexDirection: "column",
    justifyContent: "center",
    aspectRatio: "8 / 5",
    fontSize: type.title,
    "@media": { [phone]: { height: "auto" } },
  },
]);
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
export const cardText = style({
  display: "grid",
  alignContent: "start",
  gap: space[2],
  padding: `${space[3]}px ${space[4]}px`,
  borderTop: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
});
export const cardTitle = style([rowTitle]);
export const excerpt = style({
  display: "-webkit-box",
  overflow: "hidden",
  fontSize: type.quiet,
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
});
export const cardFoot = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[2],
  padding: `0 ${space[4]}px ${space[4]}px`,
});
export const tabs = styleTabs();
export const mine = style({ paddingTop: space[2] });
/** The tabs above already have a border. */
globalStyle(`${mine} > ${list}`, { borderTop: 0 });
export const quiet = style({ fontSize: type.quiet, color: color.inkSoft });
globalStyle(`${quiet} b`, { color: color.ink });
globalStyle(`${cardFoot} b`, { display: "block", lineHeight: 1.2 });

export const emptyCategories = style({ display: "grid", gap: space[3], justifyItems: "start" });
export const loading = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  minHeight: 44,
  color: color.inkSoft,
});
/** On phones the back link has its own line. */
export const pageHead = styleHead();
globalStyle(pageHead, { paddingTop: space[5], "@media": { [phone]: { paddingTop: space[2] } } });
globalStyle(`${pageHead} > div`, { flex: "1 1 20rem" });
globalStyle(`${pageHead} h1`, { "@media": { [phone]: { flex: "1 1 7rem" } } });
// The back link already has space above its text.
globalStyle(`${pageHead} > div > div`, {
  "@media": { [phone]: { flexBasis: "100%", marginTop: -space[2] } },
});
export const subtitle = style({
  marginTop: space[2],
  maxWidth: "68ch",
  color: color.inkSoft,
  textWrap: "pretty",
});
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
export const area = styleArea("16rem");
