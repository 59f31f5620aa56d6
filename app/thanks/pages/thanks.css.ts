import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const page = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[4],
  paddingBlock: space[5],
  overflowWrap: "anywhere",
});
globalStyle(`${page} h1 + p`, { marginTop: space[2] });
export const line = style({ margin: 0, maxWidth: "68ch", fontSize: type.large, lineHeight: 1.5 });
export const act = style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: touch,
  color: color.inkSoft,
  fontSize: type.quiet,
  textDecoration: "underline",
  textUnderlineOffset: 3,
  cursor: "pointer",
});
export const shown = style({ color: color.good, fontSize: type.quiet, fontWeight: 600 });
export const block = style({
  display: "grid",
  justifyItems: "start",
  gap: space[3],
  paddingBottom: space[2],
});
