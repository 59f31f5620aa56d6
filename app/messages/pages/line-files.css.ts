import { globalStyle, style } from "@vanilla-extract/css";
import { color, radius, space, touch, type } from "#app/ui/styles/tokens.css.ts";

export const files = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[1],
  marginBottom: space[1],
});
export const picture = style({ display: "block", width: "fit-content", maxWidth: "100%" });
globalStyle(`${picture} > img`, {
  display: "block",
  maxWidth: "100%",
  height: "auto",
  borderRadius: radius.small,
  background: color.tint,
});
export const file = style({
  display: "flex",
  alignItems: "center",
  gap: space[2],
  minHeight: touch,
  minWidth: 0,
  fontSize: type.quiet,
});
globalStyle(`${file} > bdi`, { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
globalStyle(`${file} > small`, { flex: "none", color: color.inkSoft });
globalStyle(`${file} > svg`, { flex: "none" });
