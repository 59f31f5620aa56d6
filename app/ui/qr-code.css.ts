import { style } from "@vanilla-extract/css";
import { color, radius } from "./styles/tokens.css.ts";

/** White in both themes, because cameras expect it. */
export const qr = style({
  width: "min(100%, 240px)",
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: "#FFFFFF",
  fill: "#000000",
});
