import { globalStyle, style } from "@vanilla-extract/css";
import { color, medium, phone, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const body = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[5],
  paddingBlock: space[5],
});
globalStyle(`${body} h2`, { fontSize: type.large });
export const list = style({ padding: 0, borderTop: `1px solid ${color.ink}` });
export const row = style({
  display: "grid",
  gap: space[2],
  alignItems: "center",
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) auto", columnGap: space[4] } },
});
/** Beside the name on phones as well, because its buttons are short. */
export const shortRow = style([row, { gridTemplateColumns: "minmax(0, 1fr) auto" }]);
/** The name's link covers the face as well. */
export const person = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "44px minmax(0, 1fr)",
  gap: space[3],
  alignItems: "center",
  minHeight: touch,
});
export const text = style({ minWidth: 0, lineHeight: 1.35, textWrap: "pretty" });
export const name = style({ fontSize: type.body });
globalStyle(`${name} a`, {
  color: color.ink,
  textDecoration: "none",
  unicodeBidi: "plaintext",
  overflowWrap: "anywhere",
});
globalStyle(`${name} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${name} a:hover`, { textDecoration: "underline" });
export const buttons = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[2]}px ${space[4]}px`,
  paddingInlineStart: 56,
  "@media": { [medium]: { gridArea: "1 / 2", justifyContent: "end", padding: 0 } },
});
globalStyle(`${buttons} > form`, { position: "relative", flexGrow: 1, columnGap: space[3] });
/** On phones Decline is beside Accept, and its question is below both. */
globalStyle(`${buttons} > form > details`, {
  "@media": { [phone]: { position: "static", marginInlineStart: 0 } },
});
globalStyle(`${buttons} > form > details > div`, {
  "@media": { [phone]: { insetInline: "0 auto", maxWidth: "100%" } },
});
/** Quieter than Accept. */
globalStyle(`${buttons} > form summary`, { color: color.inkSoft, fontWeight: 400 });
globalStyle(`${shortRow} > ${buttons}`, { gridArea: "1 / 2", gap: 0, padding: 0 });
/** Lighter than the name. */
globalStyle(`${shortRow} [value=withdraw]`, { color: color.inkSoft, fontWeight: 400 });
/** Not taller than a row of three lines beside the buttons. */
globalStyle(`${shortRow} p`, {
  display: "-webkit-box",
  overflow: "hidden",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 3,
});
/** Quieter than the name. On phones only its icon is visible. */
export const message = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: space[2],
  minWidth: touch,
  minHeight: touch,
  borderRadius: radius.small,
  color: color.inkSoft,
  fontSize: type.quiet,
  textDecoration: "none",
  selectors: { "&:hover": { background: color.tint, color: color.ink } },
  "@media": { [medium]: { paddingInline: space[3] } },
});
globalStyle(`${message} > span`, { "@media": { [phone]: { display: "none" } } });
