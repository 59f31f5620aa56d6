import { globalStyle, style } from "@vanilla-extract/css";
import { color, space, touch, type } from "../styles/tokens.css.ts";

export const line = style({
  paddingInline: space[4],
  borderBottom: `1px solid ${color.line}`,
  background: color.tint,
  fontSize: type.quiet,
});
globalStyle(`${line} a`, {
  display: "flex",
  alignItems: "center",
  minHeight: touch,
  paddingBlock: space[2],
  textWrap: "balance",
});
