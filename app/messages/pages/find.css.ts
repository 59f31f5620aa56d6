import { globalStyle, style } from "@vanilla-extract/css";
import { narrow } from "#app/ui/styles/global.css.ts";
import { color, phone, space, type } from "#app/ui/styles/tokens.css.ts";

export const page = style([
  narrow,
  {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: space[4],
    paddingBlock: space[5],
    "@media": { [phone]: { paddingTop: space[2] } },
  },
]);
export const list = style({ padding: 0, borderTop: `1px solid ${color.line}` });
/** The whole row is the link to the message in its conversation. */
export const row = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "baseline",
  columnGap: space[3],
  padding: space[3],
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  textDecoration: "none",
  selectors: { "&:hover": { background: color.tint } },
  "@media": { [phone]: { paddingInline: 0 } },
});
globalStyle(`${row} > :first-child`, { gridRow: "1 / span 2", alignSelf: "center" });
export const partner = style({
  overflow: "hidden",
  fontWeight: 600,
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
export const words = style({
  gridColumn: "2 / -1",
  display: "-webkit-box",
  overflow: "hidden",
  color: color.inkSoft,
  fontSize: type.quiet,
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
});
globalStyle(`${words} mark`, { borderRadius: 2, background: color.own, color: color.ink });
