import { globalStyle, style } from "@vanilla-extract/css";
import { styleFacts } from "#app/ui/facts-style.ts";
import { styleFolded } from "#app/ui/forms/folded-style.ts";
import { color, space, type } from "#app/ui/styles/tokens.css.ts";

export const facts = style([styleFacts(), { color: color.inkSoft, fontSize: type.quiet }]);
export const listed = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "center",
  columnGap: space[3],
  minHeight: 64,
  paddingBlock: space[2],
  borderTop: `1px solid ${color.line}`,
  lineHeight: 1.35,
  overflowWrap: "anywhere",
});
/** The whole row is the link. */
globalStyle(`${listed} h2`, { fontSize: type.body });
globalStyle(`${listed} a`, { color: color.ink, textDecoration: "none" });
globalStyle(`${listed} a::after`, { content: "", position: "absolute", inset: 0 });
globalStyle(`${listed}:hover a`, { textDecoration: "underline" });
export const list = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(20rem, 100%), 1fr))",
  columnGap: space[6],
  padding: 0,
});
export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  gap: space[3],
});
globalStyle(`${filters} > div`, { flex: "1 1 10rem" });
export const stipend = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(7rem, 1fr))",
  gap: space[3],
});
export const folded = styleFolded();
export const lead = style({ marginTop: space[2], color: color.inkSoft, fontSize: type.quiet });
