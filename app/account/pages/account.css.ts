import { globalStyle, style } from "@vanilla-extract/css";
import { styleChoices } from "#app/ui/forms/choices-style.ts";
import { narrow } from "#app/ui/styles/global.css.ts";
import { color, font, medium, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const page = style([
  narrow,
  {
    display: "grid",
    gap: space[5],
    paddingBlock: space[5],
    "@media": { [phone]: { gap: space[3], paddingTop: space[2] } },
  },
]);
globalStyle(`${page} h1`, { "@media": { [phone]: { fontSize: type.title } } });
export const form = style({ display: "grid", gap: space[4], maxWidth: 440 });
/** The notice settings. */
export const settings = style([form, { maxWidth: 672, gap: space[5] }]);
/** A table of kinds and delivery methods with a sticky header. On phones a kind is above its methods. */
export const ways = style({ borderCollapse: "collapse", fontSize: type.quiet, textAlign: "left" });
globalStyle(`${ways} thead`, { position: "sticky", top: 0, zIndex: 1, background: color.surface });
globalStyle(`${ways} :is(td, [scope=col])`, {
  width: 64,
  padding: 0,
  color: color.inkSoft,
  fontSize: `min(${type.small}, 3.6vw)`,
  textAlign: "center",
});
globalStyle(`${ways} [scope=col]`, { height: touch, "@media": { [medium]: { minWidth: "4.5rem" } } });
globalStyle(`${ways} [scope=row]`, {
  width: "100%",
  fontWeight: 400,
  "@media": { [phone]: { paddingTop: space[2] } },
});
globalStyle(`${ways} [scope=rowgroup]`, { paddingTop: space[4], fontFamily: font.head, fontSize: type.body });
globalStyle(`${ways} tr:has(> [scope=row])`, { borderBottom: `1px solid ${color.line}` });
globalStyle(`${ways}, ${ways} :is(thead, tbody)`, { "@media": { [phone]: { display: "block" } } });
globalStyle(`${ways} tr`, {
  "@media": {
    [phone]: { display: "grid", gridTemplateColumns: "repeat(4, minmax(0, 1fr))" },
  },
});
globalStyle(`${ways} tr:has(> :is(td, [scope=col]):nth-child(6))`, {
  "@media": { [phone]: { gridTemplateColumns: "repeat(5, minmax(0, 1fr))" } },
});
globalStyle(`${ways} :is([scope=row], [scope=rowgroup])`, {
  "@media": { [phone]: { gridColumn: "1 / -1" } },
});
globalStyle(`${ways} thead td`, { "@media": { [phone]: { display: "none" } } });
export const way = style({
  display: "grid",
  placeItems: "center",
  minHeight: touch,
  cursor: "pointer",
});
globalStyle(`${way} input`, { margin: 0, width: 18, height: 18, accentColor: color.primary });
// Browsers draw empty radio buttons in their own grey. Match the checkboxes.
globalStyle(`${way} [type=radio]:not(:checked)`, {
  appearance: "none",
  border: `1px solid ${color.edge}`,
  borderRadius: "50%",
  background: color.raised,
});
/** Belongs to the checkbox above and aligns with its text. */
export const note = style({ paddingLeft: space[6], color: color.inkSoft, fontSize: type.small });
export const start = style({ justifySelf: "start" });
export const sections = style({ display: "grid" });
/** A part of the account: what it is, then the available actions. */
export const section = style({
  display: "grid",
  gap: space[3],
  paddingBlock: space[5],
  borderTop: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "200px minmax(0, 1fr)", columnGap: space[6] } },
});
globalStyle(`${section} > h2`, { fontSize: type.large, scrollMarginTop: space[4] });
export const part = style({ display: "grid", gap: space[3], justifyItems: "start", minWidth: 0 });
export const legend = style({ marginBottom: space[1], fontSize: type.quiet, fontWeight: 600 });

export const times = style({
  display: "grid",
  gridTemplateColumns: "1fr 1fr",
  gap: space[3],
  marginBottom: space[1],
});

/** Shown while "Only what I choose" is selected, with or without scripts. */
export const scopes = style({
  display: "none",
  gap: space[3],
  gridTemplateColumns: "repeat(auto-fit, minmax(min(180px, 100%), 1fr))",
  selectors: { [`${form}:has([value=some]:checked) &`]: { display: "grid" } },
});

export const list = style({ display: "grid", borderTop: `1px solid ${color.line}` });
export const item = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[3],
  minHeight: 72,
  paddingBlock: space[3],
  borderBottom: `1px solid ${color.line}`,
});
globalStyle(`${item} > :first-child`, { flex: "1 1 9rem" });
/** A secret to copy: one click selects all of it. */
export const secret = style({
  display: "block",
  maxWidth: "100%",
  padding: space[3],
  border: `1px solid ${color.line}`,
  overflowWrap: "anywhere",
  userSelect: "all",
});
/** White in both themes, because cameras expect it. */
export const qr = style({
  width: "min(100%, 240px)",
  borderRadius: radius.small,
  background: "#FFFFFF",
  fill: "#000000",
});
export const codes = style({
  display: "grid",
  gap: space[2],
  "@media": { [medium]: { gridTemplateColumns: "repeat(2, max-content)", columnGap: space[7] } },
});
export const name = style({ overflowWrap: "anywhere" });
export const here = style({ color: color.good, fontSize: type.quiet, fontWeight: 600 });
export const choices = styleChoices();
