import { globalStyle, style } from "@vanilla-extract/css";
import { page as column, narrow } from "#app/ui/styles/global.css.ts";
import { padded, row, spread, stack } from "#app/ui/styles/layout.css.ts";
import { color, font, medium, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

export const page = style([
  column,
  stack[5],
  padded,
  { overflowWrap: "anywhere", textWrap: "balance", "@media": { [wide]: { display: "flow-root" } } },
]);
// On phones the sky follows the acts. Floats keep that order and fill both columns of wide screens without holes.
globalStyle(`${page} > *`, {
  "@media": { [wide]: { float: "right", width: `calc(100% - ${320 + space[7]}px)`, marginBottom: space[5] } },
});
globalStyle(`${page} > div:empty`, { display: "none" });
globalStyle(`${page} > div`, { "@media": { [wide]: { float: "left", clear: "left", width: 320 } } });
export const list = style([narrow, stack[4], padded]);
export const ownBar = style({ background: color.tint });
export const views = style([
  column,
  {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: space[3],
    fontSize: type.quiet,
  },
]);
globalStyle(`${views} a[aria-current]`, {
  boxShadow: `inset 0 -3px ${color.accent}`,
  color: color.ink,
  fontWeight: 600,
  textDecoration: "none",
});

export const head = style({ display: "flex", alignItems: "start", gap: space[4] });
/** As wide as its text, so that right-to-left text starts below the name. */
export const line = style({
  display: "block",
  width: "fit-content",
  unicodeBidi: "plaintext",
  lineHeight: 1.4,
});
export const about = style({
  justifySelf: "start",
  fontFamily: font.head,
  fontSize: type.large,
  fontStyle: "italic",
  lineHeight: 1.4,
});
/** The heading of a small group. */
export const label = style({ paddingBottom: space[2], fontFamily: font.text, fontSize: type.quiet });
export const topic = style({
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  minHeight: 36,
  paddingInline: space[3],
  border: `1px solid ${color.edge}`,
  borderRadius: radius.round,
  background: color.raised,
  color: color.ink,
  fontSize: type.quiet,
  textDecoration: "none",
  selectors: {
    "&:hover": { background: color.tint },
    // Extends the touch target to the usual height.
    "&::after": { content: "", position: "absolute", inset: `${(36 - touch) / 2}px 0` },
  },
});
/** The actions side by side, as wide as the column. */
export const acts = style([row[2]]);
globalStyle(`${acts} > *, ${acts} button`, { flex: "1 1 6rem" });
/** Quieter than Accept. */
globalStyle(`${page} form summary`, { color: color.inkSoft, fontWeight: 400 });
export const notNow = style({
  padding: space[3],
  borderInlineStart: `3px solid ${color.edge}`,
  background: color.tint,
  fontSize: type.quiet,
});
export const links = style({
  display: "flex",
  flexWrap: "wrap",
  columnGap: space[4],
  marginBlock: -10,
  fontSize: type.quiet,
});
globalStyle(`${links} a, ${views} > *`, { display: "inline-flex", alignItems: "center", minHeight: touch });

export const path = style({});
globalStyle(`${path} > li`, {
  position: "relative",
  display: "grid",
  padding: `0 0 ${space[4]}px ${space[5]}px`,
  lineHeight: 1.35,
});
/** The line stops at the first step of the path. */
globalStyle(`${path} > li:not(:last-child)::before`, {
  content: "",
  position: "absolute",
  insetBlock: "12px -12px",
  insetInlineStart: 5,
  borderInlineStart: `2px solid ${color.primary}`,
});
globalStyle(`${path} > li::after`, {
  content: "",
  position: "absolute",
  insetInlineStart: 0,
  top: 6,
  width: 12,
  height: 12,
  border: `2px solid ${color.primary}`,
  borderRadius: radius.round,
  background: color.surface,
});
globalStyle(`${path} > li:first-child::after`, { background: color.accent, borderColor: color.accent });

/** The sheet is dark in both themes. */
const night = { ground: "#0B1422", low: "#18293F", text: "#DCE6F2", soft: "#B9C7D8", line: "#2C3850" };
export const sky = style({
  border: `1px solid ${night.line}`,
  borderRadius: radius.large,
  background: `linear-gradient(${night.ground}, ${night.low})`,
  color: night.soft,
  overflow: "hidden",
});
export const drawing = style({ width: "100%", height: "auto" });
export const years = style({
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "minmax(0, 1fr)",
  paddingInline: space[4],
  fontSize: type.small,
  whiteSpace: "nowrap",
});
export const caption = style([stack[2], { padding: space[4], fontSize: type.quiet }]);
globalStyle(`${caption} div > p`, { rowGap: 0, fontSize: type.small });
globalStyle(`${caption} b, ${caption} a`, { color: night.text });
export const quote = style({
  color: night.text,
  fontFamily: font.head,
  fontSize: type.body,
  fontStyle: "italic",
});

export const given = style({});
export const thing = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignItems: "baseline",
  columnGap: space[4],
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
});
globalStyle(`${thing}:last-child`, { borderBottom: `1px solid ${color.line}` });
globalStyle(`${thing} > a`, {
  display: "flow-root",
  paddingBlock: space[1],
  color: color.ink,
  fontFamily: font.head,
  fontWeight: 600,
  lineHeight: 1.35,
  textDecoration: "none",
});
globalStyle(`${thing} > a:hover`, { textDecoration: "underline" });
/** The name of a kind, with a link to all of them at the far end. */
export const kind = style([spread, { fontSize: type.quiet }]);
globalStyle(`${kind} a`, { position: "relative", paddingBottom: space[2] });
globalStyle(`${kind} a::after`, { content: "", position: "absolute", inset: "-10px 0 -6px" });

// A printed page is one sheet: who they are, what to ask them, what they contributed. Printers leave out
// backgrounds.
const onPaper = { "@media": { print: { display: "none" } } };
globalStyle(
  `${ownBar}, ${drawing}, ${years}, ${page} a[href^="/qa"], ${page} a[class]:not(${topic})`,
  onPaper,
);
globalStyle(`${sky}, ${caption} :is(b, a), ${quote}`, {
  "@media": { print: { color: color.ink, background: "none" } },
});
