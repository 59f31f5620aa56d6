import { globalStyle, style } from "@vanilla-extract/css";
import { styleDialog } from "#app/ui/dialog-style.ts";
import { styleProse } from "#app/ui/prose-style.ts";
import { color, medium, phone, radius, space, touch, type, wide } from "#app/ui/styles/tokens.css.ts";

/** No wider than its dialog, so that the button below the facts stays visible. */
export const event = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  maxWidth: 560,
  "@media": { print: { maxWidth: "none" } },
  overflowWrap: "anywhere",
});
globalStyle(`${event} > img`, {
  outline: `1px solid ${color.line}`,
  borderRadius: radius.small,
  // Low enough for the button below the facts.
  aspectRatio: "5 / 2",
});
/** An address below `/events` shown as a page. */
export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  paddingBlock: space[5],
  "@media": { [phone]: { gap: space[3] } },
});
/** On the event's own page the facts are beside the picture. */
globalStyle(`${page} > ${event}`, {
  maxWidth: "none",
  "@media": {
    [wide]: {
      gridTemplateColumns: "minmax(0, 3fr) minmax(0, 2fr)",
      gridTemplateRows: "auto 1fr",
      columnGap: space[6],
    },
  },
});
globalStyle(`${page} > ${event} > img + div`, { "@media": { [wide]: { gridArea: "1 / 2 / span 2" } } });
globalStyle(`${page}:has(> ${event})`, { maxWidth: 1208 });
/** The parts below the description. */
globalStyle(`${event} section > h2`, { marginTop: space[4], fontSize: type.large });
export const facts = style({ display: "grid", borderTop: `1px solid ${color.line}` });
globalStyle(`${facts} > div`, {
  display: "flex",
  flexWrap: "wrap",
  columnGap: space[3],
  // The button below them is on the first screen.
  paddingBlock: 5,
  borderBottom: `1px solid ${color.line}`,
  fontSize: type.quiet,
});
globalStyle(`${facts} time > span`, { whiteSpace: "nowrap" });
globalStyle(`${facts} dt`, { flex: "0 0 5.5rem", color: color.inkSoft });
// With large text the value wraps below its name. A word breaks only if a whole line is too short for it.
globalStyle(`${facts} dd`, { flex: "1 1 9rem", minWidth: 0 });
/** In one line on phones, which have no room for the icons. */
export const organizing = style({});
globalStyle(`${organizing} > :not(details) svg`, {
  "@media": { [phone]: { display: "none" } },
});
/** The one act has the whole line, as wide as the facts above it. */
export const seat = style({});
globalStyle(`${seat} > form, ${seat} > a, ${seat} > form > :nth-child(2):last-child`, { flex: "1 0 100%" });
export const report = style({
  color: color.inkSoft,
  fontSize: type.quiet,
  "@media": {
    [phone]: { display: "inline-flex", alignItems: "center", minHeight: touch },
  },
});
export const people = style({ display: "grid", gap: space[3], fontSize: type.quiet });
globalStyle(`${people} > details`, { borderBottom: `1px solid ${color.line}` });
globalStyle(`${people} > details > summary::after`, { content: "'+' / ''", float: "right" });
globalStyle(`${people} > [open] > summary::after`, { content: "'−' / ''" });
export const names = style({
  columns: 1,
  paddingLeft: space[5],
  "@media": { [medium]: { columns: 2 } },
});
export const coming = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr))",
  alignItems: "center",
  gap: `${space[3]}px ${space[4]}px`,
  marginTop: space[3],
  padding: 0,
  fontSize: type.quiet,
  listStyle: "none",
});
globalStyle(`${coming} :is(a, bdi)`, { fontWeight: 400 });
/** A grid of shared pictures. */
export const shared = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(120px, 1fr))",
  gap: space[4],
  padding: 0,
  fontSize: type.quiet,
  listStyle: "none",
});
export const sharedLink = style({
  display: "grid",
  gap: space[1],
  minHeight: touch,
  textDecoration: "none",
});
globalStyle(`${sharedLink} > span + span`, { textDecoration: "underline" });
export const sharedPicture = style({
  position: "relative",
  display: "grid",
  placeItems: "center",
  aspectRatio: "8 / 5",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.tint,
  color: color.inkSoft,
  fontWeight: 600,
  overflow: "hidden",
});
globalStyle(`${sharedPicture} > img`, {
  position: "absolute",
  inset: 0,
  width: "100%",
  height: "100%",
  objectFit: "cover",
});
// A printed event is one sheet: what, when, where, who.
const onPaper = { "@media": { print: { display: "none" } } };
export const screenOnly = style(onPaper);
globalStyle(`body:has(${event}) :is(body > header, footer, [data-events])`, onPaper);
globalStyle(`dialog[open]:has(${event})`, {
  "@media": {
    print: {
      position: "static",
      width: "100%",
      maxWidth: "none",
      maxHeight: "none",
      margin: 0,
      inset: 0,
      overflow: "visible",
      border: 0,
      borderRadius: 0,
      padding: 0,
      boxShadow: "none",
    },
  },
});
globalStyle(`dialog:has(${event})::backdrop, dialog:has(${event}) a[aria-label=Close]`, onPaper);
globalStyle(`dialog:has(${event}) h2`, { "@media": { print: { fontSize: type.head } } });
globalStyle(`${event} > img`, {
  "@media": { print: { width: "100%", maxHeight: "6cm", objectFit: "cover" } },
});
export const prose = styleProse();
globalStyle(`${prose} p`, { textWrap: "pretty" });
/** A shadow at the lower edge shows that more follows. The end of the content covers it. */
export const dialog = style([
  styleDialog(),
  {
    background: `linear-gradient(#0000, ${color.raised} 50%) bottom/100% 3em no-repeat local, linear-gradient(#0000, ${color.shadow}) bottom/100% 1em no-repeat, ${color.raised}`,
  },
]);
