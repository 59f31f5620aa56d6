import { globalStyle, style } from "@vanilla-extract/css";
import { color, font, space, type } from "#app/ui/styles/tokens.css.ts";

export const body = style({
  display: "grid",
  gap: space[5],
  paddingBlock: space[5],
});
export const section = style({ display: "grid", justifyItems: "start", gap: space[3] });
export const people = style({ width: "100%", borderTop: `1px solid ${color.line}` });
export const person = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[3],
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
});
export const name = style({ flex: "1 0 6rem", fontSize: type.body, overflowWrap: "anywhere" });
globalStyle(`a${name}`, {
  color: color.ink,
  fontFamily: font.head,
  fontWeight: 600,
  textDecoration: "none",
});
globalStyle(`a${name}:hover`, { textDecoration: "underline" });
export const note = style({ paddingLeft: space[6], color: color.inkSoft, fontSize: type.small });
