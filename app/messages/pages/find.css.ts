import { globalStyle, style } from "@vanilla-extract/css";
import { narrow } from "#app/ui/styles/global.css.ts";
import { color, medium, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const page = style([
  narrow,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[4],
    paddingBlock: space[5],
  },
]);
export const list = style({ padding: 0, borderTop: `1px solid ${color.ink}` });
/** The messages of one conversation below the partner's face and name. */
export const group = style({ paddingBlock: space[3], borderBottom: `1px solid ${color.line}` });
export const partner = style({ display: "flex", alignItems: "center", gap: space[3], fontSize: type.body });
export const messages = style({ "@media": { [medium]: { paddingInlineStart: 44 } } });
/** The whole row is the link to the message in its conversation. On phones the time is below the text. */
export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  "@media": { [medium]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
  columnGap: space[3],
  alignContent: "center",
  alignItems: "baseline",
  minHeight: touch,
  paddingBlock: space[2],
  color: color.ink,
  textDecoration: "none",
});
globalStyle(`${messages} > li + li`, { borderTop: `1px solid ${color.line}` });
export const words = style({
  display: "-webkit-box",
  overflow: "hidden",
  fontSize: type.quiet,
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});
globalStyle(`${row}:hover ${words}`, { textDecoration: "underline" });
globalStyle(`${words} mark`, { borderRadius: 2, background: color.own, color: color.ink });
