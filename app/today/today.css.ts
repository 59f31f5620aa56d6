import { globalStyle, style } from "@vanilla-extract/css";
import { page } from "#app/ui/styles/global.css.ts";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import { color, font, medium, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

/** Loaded by all pages: a member's home has no other stylesheet, a guest's only the landing page's. */
export const today = style([
  page,
  {
    paddingBlock: `${space[5]}px 0`,
    textWrap: "balance",
    // What waits and what they might like are side by side, if there is both.
    "@media": { [wide]: { gridTemplateColumns: "minmax(0, 1fr) 20rem", columnGap: space[7] } },
  },
]);
globalStyle(`${today} > :not(section:not(:only-of-type))`, {
  "@media": { [wide]: { gridColumn: "1 / -1" } },
});

export const boards = style({ padding: 0, fontSize: type.quiet, listStyle: "none" });
globalStyle(`${boards} a`, {
  display: "flex",
  alignItems: "center",
  minHeight: touch,
  color: color.inkSoft,
  textDecoration: "none",
});
globalStyle(`${boards} span`, {
  display: "-webkit-box",
  overflow: "hidden",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});

export const card = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "start",
  gap: space[3],
  paddingBlock: space[4],
  borderBottom: `1px solid ${color.line}`,
});
/** Only the first card of those that wait has a background, wider than the others, which are rows. */
export const waiting = style({});
globalStyle(`${waiting} > :first-child`, {
  padding: space[4],
  margin: "0 -17px",
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  "@media": { [phone]: { marginInline: -space[4], borderInline: 0, borderRadius: 0 } },
});
/** What is suggested shows its cover in full. */
export const offers = style({});
globalStyle(`${offers} > :first-child`, { paddingTop: 0 });
globalStyle(`${offers} > * > img`, { aspectRatio: "2", width: "22rem", height: "auto" });
/** A dark cover has an edge on a dark page. */
globalStyle(`${card} > img`, { outlineColor: color.line });
/** Long texts are cut after two lines. The button leads to the whole text. */
globalStyle(`${card} h3 + p`, {
  display: "-webkit-box",
  overflow: "hidden",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});
/** The acts of what waits have their own column, wide enough for those of a request. On phones they are below the text. */
export const body = style({
  display: "grid",
  flex: 1,
  gap: space[3],
  minWidth: 0,
});
globalStyle(`${waiting} ${body}`, {
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) 17rem", textWrap: "pretty" } },
});
export const acts = style({ display: "flex", flexWrap: "wrap", gap: space[4] });
// On phones two short buttons and "Later" fit in a line. Below longer ones "Later" has no gap above its touch target.
globalStyle(`${acts}`, { "@media": { [phone]: { gap: `0 ${space[2]}px` } } });
globalStyle(`${acts} :is(a, button)`, { "@media": { [phone]: { paddingInline: space[3] } } });
// Below a long button, its text starts at the button's edge.
globalStyle(`${acts} :is(a, button) ~ *`, {
  marginInline: -space[2],
  paddingInline: space[2],
  color: color.inkSoft,
  fontWeight: 400,
});
/** The message replaces the buttons and is at least as tall. */
export const finished = style({ display: "grid", alignItems: "center" });
globalStyle(`${finished} > *`, { gridArea: "1 / 1" });
globalStyle(`${finished} > div`, { visibility: "hidden" });
globalStyle(`${card} h3`, { font: `600 ${type.body}/1.35 ${font.text}` });
globalStyle(`${card} h3 a:not(:hover)`, { textDecoration: "none" });
globalStyle(`${card} h3 a`, { paddingBlock: 12, color: color.ink });

export const ways = style({ justifyContent: "center" });
export const done = style({ padding: space[6], textAlign: "center" });
export const notice = style([page, { paddingBlockStart: space[4] }]);
/** On phones in two columns. */
export const foot = style([page, row[3], quiet, { rowGap: 0 }]);
globalStyle(`${foot} a`, { paddingBlock: space[3], "@media": { [phone]: { flex: "40%" } } });
